import HaloFoundation

/// A number, or the name of a stage of sleep.
public enum ExportedValue: Codable, Sendable, Hashable, CustomStringConvertible {
  case number(Double)
  /// The name of a stage of sleep.
  case word(String)

  init(_ text: String) { self = Double(text).map(Self.number) ?? .word(text) }

  /// Decodes a number or a string.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = try (try? container.decode(Double.self)).map(Self.number) ?? .word(container.decode(String.self))
  }

  /// Encodes a number or a string.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }

  /// The text in a CSV file.
  public var description: String {
    switch self {
    case .number(let number):
      number == number.rounded() && number.magnitude < 1e15 ? "\(Int(rounded: number))" : "\(number)"
    case .word(let word): word
    }
  }
}

/// A line of an export, which can be written and parsed.
public struct ExportedLine: Codable, Sendable, Hashable {
  /// The first line of a CSV file.
  public static let header = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep"
  /// The text in place of a metric if the line is a stretch of sleep.
  public static let sleepMetric = "sleep-stage"

  /// The beginning, with the offset of local time.
  public let start: String
  /// The end; `nil` for a moment.
  public let end: String?
  /// The metric, such as `heart-rate`.
  public let metric: String
  /// The value in `unit`, or the sleep stage.
  public let value: ExportedValue
  public let unit: String
  /// How the device obtained it.
  public let source: String
  /// The device's name.
  public let device: String
  /// The device's identifier on the radio.
  public let identifier: String
  /// The name of the wearer.
  public let wearer: String
  /// True if the time is doubtful.
  public let doubtful: Bool
  /// The kind of the sleep and its beginning; `nil` for samples.
  public let sleep: String?

  /// The line of a row.
  public init(_ row: ExportedRow) {
    start = row.start.description
    end =
      row.length == 0
      ? nil
      : Moment(milliseconds: row.start.milliseconds + row.length, secondsFromGMT: row.start.secondsFromGMT).description
    device = row.device
    identifier = row.identifier
    wearer = row.wearer
    doubtful = row.isDoubtful
    switch row.content {
    case .sample(let metric, let value, let source):
      self.metric = metric.exportName
      self.value = .number(value)
      unit = metric.unit.symbol
      self.source = source.rawValue
      sleep = nil
    case .sleep(let word, let kind, let night):
      metric = Self.sleepMetric
      value = .word(word)
      unit = ""
      source = SampleSource.log.rawValue
      sleep = "\(kind.rawValue) \(night)"
    }
  }

  /// Parses a line of a CSV file; `nil` if it is not valid.
  public init?(csv line: some StringProtocol) {
    let fields = Self.fields(Substring(line))
    guard fields.count == 11 else { return nil }
    start = fields[0]
    end = fields[1].isEmpty ? nil : fields[1]
    metric = fields[2]
    value = ExportedValue(fields[3])
    unit = fields[4]
    source = fields[5]
    device = Self.withoutApostrophe(fields[6])
    identifier = Self.withoutApostrophe(fields[7])
    wearer = Self.withoutApostrophe(fields[8])
    doubtful = fields[9] == "1"
    sleep = fields[10].isEmpty ? nil : fields[10]
  }

  /// The line of a CSV file, with its line break.
  public var csv: String {
    [
      start, end ?? "", metric, value.description, unit, source, Self.quoted(device), Self.quoted(identifier),
      Self.quoted(wearer),
      doubtful ? "1" : "0",
      sleep ?? "",
    ]
    .joined(separator: ",") + "\n"
  }

  /// True if a spreadsheet would run a text as a formula. A text that only begins with apostrophes before a formula
  /// counts too, so that every text is read back unchanged.
  private static func isFormula(_ text: String) -> Bool {
    text.utf8.drop { $0 == UInt8(ascii: "'") }.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
  }

  private static func withoutApostrophe(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "'") && isFormula(text) ? String(text.dropFirst()) : text
  }

  /// Quotes a field as in RFC 4180 if it has a comma or a quotation mark. A line break becomes a space. A formula gets
  /// an apostrophe in front, so that spreadsheets show it and do not run it.
  private static func quoted(_ name: String) -> String {
    var text = isFormula(name) ? "'" + name : name
    // A fast path: nearly all names are plain, and each of millions of lines has one.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }) {
      return text
    }
    text = VisibleText.replacing(text) { Character($0).isNewline ? " " : "?" }
    // By scalars, as other programs read it: a comma and an accent are one character.
    guard text.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" }) else { return text }
    let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
    return "\"" + parts.map { String($0) }.joined(separator: "\"\"") + "\""
  }

  private static func fields(_ line: Substring) -> [String] {
    var fields = [String.UnicodeScalarView()]
    var isQuoted = false
    var wasQuote = false
    for character in line.unicodeScalars {
      switch character {
      case "\"" where isQuoted: (isQuoted, wasQuote) = (false, true)
      case "\"" where wasQuote:
        fields[fields.count - 1].append(character)
        isQuoted = true
        wasQuote = false
      case "\"": isQuoted = true
      case "," where !isQuoted:
        fields.append(.init())
        wasQuote = false
      default:
        fields[fields.count - 1].append(character)
        wasQuote = false
      }
    }
    return fields.map { String($0) }
  }
}
