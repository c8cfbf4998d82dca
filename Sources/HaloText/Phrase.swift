/// A text for a person, before its language is chosen.
///
/// The English sentence is its key: `Phrase("Asleep for \(duration).")` has the key `Asleep for %@.` and one argument. A translation may
/// put the arguments in another order (`%2$@`). The key of a sentence with arguments writes a per cent sign as `%%`, as String
/// Catalogs do.
public struct Phrase: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// What stands in a place of a phrase.
  public enum Argument: Sendable, Hashable {
    /// A name, or something else that is the same in every language.
    case text(String)
    /// Another phrase.
    case phrase(Phrase)
    /// A number with that many digits behind the decimal mark.
    case number(Double, digits: Int)
    /// A day of the Gregorian calendar; its day of the week from 0 for Sunday.
    case date(year: Int, month: Int, day: Int, weekday: Int, DateStyle)
    /// A time of day.
    case time(hour: Int, minute: Int)
  }

  /// How a day is written.
  public enum DateStyle: Sendable, Hashable, CaseIterable {
    /// The day of the week alone, short.
    case weekday
    /// Day and month.
    case day
    /// Short, and always as wide: "Thu  5 Nov".
    case short
    /// Day of the week, day, month.
    case full
    /// Month and year, short: "Nov 2026".
    case month
    /// Day of the week, day, month, year.
    case long
  }

  /// The English sentence, with `%@` in place of each argument.
  public let key: String
  /// What stands in the places, in the order of the key.
  public let arguments: [Argument]

  public init(stringLiteral value: String) {
    key = value
    arguments = []
  }

  public init(stringInterpolation: StringInterpolation) {
    key = stringInterpolation.arguments.isEmpty ? stringInterpolation.plain : stringInterpolation.key
    arguments = stringInterpolation.arguments
  }

  /// This phrase, so that a literal can be seen to be one: `Phrase("Sleep")`.
  public init(_ phrase: Phrase) { self = phrase }

  /// A text that is the same in every language, such as a name.
  public init(verbatim text: String) {
    key = "%@"
    arguments = [.text(text)]
  }

  /// What makes a phrase of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var key = ""
    fileprivate var plain = ""
    fileprivate var arguments: [Argument] = []

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      plain += literal
      for character in literal { key += character == "%" ? "%%" : String(character) }
    }

    /// Adds a place with an argument.
    public mutating func append(_ argument: Argument) {
      key += "%@"
      arguments.append(argument)
    }

    public mutating func appendInterpolation(_ phrase: Phrase) { append(.phrase(phrase)) }
    public mutating func appendInterpolation(_ text: String) { append(.text(text)) }
    public mutating func appendInterpolation(_ number: Int) { append(.number(Double(number), digits: 0)) }
    public mutating func appendInterpolation(_ number: Double, digits: Int) { append(.number(number, digits: digits)) }
  }
}

extension Phrase {
  /// The text as it is worded for a person.
  public func text(in wording: Wording) -> String {
    let format = wording.format(key)
    guard !arguments.isEmpty else { return format }
    var (text, rest, next) = ("", format[...], 0)
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

  /// The text for the person who reads what this task produces.
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
    }
  }
}

extension Phrase {
  /// Phrases one after the other, as `a, b, c`.
  public static func list(_ phrases: [Phrase]) -> Phrase? {
    guard let first = phrases.first else { return nil }
    return phrases.dropFirst().reduce(first) { Phrase("\($0), \($1)") }
  }

  /// Several things, as `a, b and c`.
  public static func all(_ phrases: [Phrase]) -> Phrase? {
    guard let last = phrases.last, let others = list(phrases.dropLast()) else { return phrases.last }
    return Phrase("\(others) and \(last)")
  }

  /// Sentences one after the other.
  public static func sentences(_ phrases: [Phrase]) -> Phrase? {
    guard let first = phrases.first else { return nil }
    return phrases.dropFirst().reduce(first) { Phrase("\($0) \($1)") }
  }
}

/// Its English text, for logs.
extension Phrase: CustomStringConvertible {
  public var description: String { english }
}

/// Encoded as its text in the language of the task that encodes it.
extension Phrase: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(verbatim: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
