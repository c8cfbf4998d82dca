/// A text for the user, before its language is chosen.
///
/// The English sentence is its key: `Phrase("Asleep for \(duration).")` has the key `Asleep for %@.` and one argument. A translation may
/// put the arguments in another order (`%2$@`). The key of a sentence with arguments writes a percent sign as `%%`, as
/// String
/// Catalogs do.
public struct Phrase: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// An argument of a phrase.
  public enum Argument: Sendable, Hashable {
    /// A text that is the same in every language, such as a name.
    case text(String)
    /// Another phrase.
    case phrase(Phrase)
    /// A number with that many digits after the decimal mark.
    case number(Double, digits: Int)
    /// A day of the Gregorian calendar; `weekday` is 0 for Sunday.
    case date(year: Int, month: Int, day: Int, weekday: Int, DateStyle)
    /// A time of day.
    case time(hour: Int, minute: Int)
    /// A value in the reader's units.
    indirect case measure(metric: Phrase, imperial: Phrase)
  }

  /// The format of a day.
  public enum DateStyle: Sendable, Hashable, CaseIterable {
    /// The abbreviated day of the week.
    case weekday
    /// Day and month.
    case day
    /// Abbreviated, with a fixed width: "Thu  5 Nov".
    case short
    /// Day of the week, day, month.
    case full
    /// Abbreviated month and year: "Nov 2026".
    case month
    /// Day of the week, day, month, year.
    case long
  }

  /// The English sentence, with `%@` in place of each argument.
  public let key: String
  /// The arguments, in the order of the key.
  public let arguments: [Argument]
  private var catalog: PhraseCatalog?

  /// Creates a phrase without arguments from its English text.
  public init(stringLiteral value: String) {
    key = value
    arguments = []
  }

  /// Creates a phrase from an interpolated literal.
  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.arguments.isEmpty ? stringInterpolation.plain : stringInterpolation.key
    arguments = stringInterpolation.arguments
  }

  /// Returns this phrase; marks a literal as a phrase: `Phrase("Sleep")`.
  public init(_ phrase: Phrase) { self = phrase }

  /// Creates a phrase of another package, whose translations are in its own catalog: `Phrase("Cadence", in: .cycling)`.
  public init(_ phrase: Phrase, in catalog: PhraseCatalog) {
    self = phrase
    self.catalog = catalog
  }

  /// Creates a phrase from its texts in some languages, as stored data has them; `nil` without an English one.
  public init?(texts: [Language: String]) {
    guard let english = texts[.english] else { return nil }
    self.init(stringLiteral: english)
    catalog = PhraseCatalog(texts.mapValues { [english: $0] })
  }

  /// Creates a text that is the same in every language, such as a name.
  public init(verbatim text: String) {
    key = "%@"
    arguments = [.text(text)]
  }

  /// Builds a phrase from a literal with interpolations.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var plain = ""
    fileprivate var arguments: [Argument] = []

    /// Creates an empty interpolation.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds literal text.
    public mutating func appendLiteral(_ literal: String) {
      plain += literal
      for character in literal { key += character == "%" ? "%%" : String(character) }
    }

    /// Adds a placeholder and its argument.
    public mutating func append(_ argument: Argument) {
      key += "%@"
      arguments.append(argument)
    }

    /// Adds another phrase.
    public mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }
    /// Adds a value in the reader's units.
    public mutating func appendInterpolation(metric: Phrase, imperial: Phrase) {
      append(.measure(metric: metric, imperial: imperial))
    }
    /// Adds a text that is the same in every language.
    public mutating func appendInterpolation(_ text: String) { append(.text(text)) }
    /// Adds a whole number.
    public mutating func appendInterpolation(_ number: Int) { append(.number(Double(number), digits: 0)) }
    /// Adds a number with that many digits after the decimal mark.
    public mutating func appendInterpolation(_ number: Double, digits: Int) { append(.number(number, digits: digits)) }
  }
}

extension Phrase {
  /// Returns the text in a language and format.
  public func text(in wording: Wording) -> String {
    let format = catalog?[key, wording.language] ?? wording.format(key)
    guard !arguments.isEmpty else { return format }
    var text = ""
    var rest = format[...]
    var next = 0
    while let sign = rest.firstIndex(of: "%") {
      text += rest[..<sign]
      rest = rest[sign...].dropFirst()
      let digits = rest.prefix { $0.isASCII && $0.isWholeNumber }
      let afterDigits = rest[digits.endIndex...]
      if rest.first == "@" {
        text += argument(next, in: wording)
        next += 1
        rest = rest.dropFirst()
      } else if !digits.isEmpty, afterDigits.hasPrefix("$@") {
        text += argument((Int(digits) ?? 0) - 1, in: wording)
        rest = afterDigits.dropFirst(2)
      } else {
        text += "%"
        if rest.first == "%" { rest = rest.dropFirst() }
      }
    }
    return text + rest
  }

  /// The text in the language and format of the current task.
  public var text: String { text(in: .current) }

  /// The text in English.
  public var english: String { text(in: Wording(.english)) }

  private func argument(_ index: Int, in wording: Wording) -> String {
    guard arguments.indices.contains(index) else { return "" }
    return switch arguments[index] {
    case .text(let text): text
    case .phrase(let phrase): phrase.text(in: wording)
    case .number(let value, let digits): wording.number(value, digits: digits)
    case .date(let year, let month, let day, let weekday, let style):
      wording.date(year: year, month: month, day: day, weekday: weekday, style)
    case .time(let hour, let minute): wording.time(hour: hour, minute: minute)
    case .measure(let metric, let imperial): (wording.usesImperialUnits ? imperial : metric).text(in: wording)
    }
  }
}

extension Phrase {
  /// Joins phrases as `a, b, c`.
  public static func list(_ phrases: [Phrase]) -> Phrase? {
    guard let first = phrases.first else { return nil }
    return phrases.dropFirst().reduce(first) { Phrase("\($0), \($1)") }
  }

  /// Joins phrases as `a, b and c`.
  public static func all(_ phrases: [Phrase]) -> Phrase? {
    guard let last = phrases.last, let others = list(phrases.dropLast()) else { return phrases.last }
    return Phrase("\(others) and \(last)")
  }

  /// Joins sentences with spaces.
  public static func sentences(_ phrases: [Phrase]) -> Phrase? {
    guard let first = phrases.first else { return nil }
    return phrases.dropFirst().reduce(first) { Phrase("\($0) \($1)") }
  }
}

/// Describes a phrase by its English text, for logs.
extension Phrase: CustomStringConvertible {
  /// The English text.
  public var description: String { english }
}

/// Encodes a phrase as its text in the language of the encoding task.
extension Phrase: Codable {
  /// Decodes a text as a phrase that is the same in every language.
  public init(from decoder: any Decoder) throws {
    self.init(verbatim: try String(from: decoder))
  }

  /// Encodes the text in the language of the current task.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
