import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A number, or the name of a stage of sleep.
public enum ExportedValue: Codable, Sendable, Hashable, CustomStringConvertible {
  /// A number.
  case number(Double)
  /// The name of a stage of sleep.
  case word(String)

  init(_ text: String) { self = Double(text).map(Self.number) ?? .word(text) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = try (try? container.decode(Double.self)).map(Self.number) ?? .word(container.decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .number(let number): try container.encode(number)
    case .word(let word): try container.encode(word)
    }
  }

  public var description: String {
    switch self {
    case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
    case .word(let word): word
    }
  }
}

/// A line of an export, written and read.
public struct ExportedLine: Codable, Sendable, Hashable {
  /// The first line of a CSV file.
  public static let header = "start,end,metric,value,unit,source,device,identifier,wearer,doubtful,sleep"
  /// What stands for the metric where the line is a stretch of sleep.
  public static let sleepMetric = "sleep-stage"

  /// When it begins, with the offset of the clock on the wall.
  public let start: String
  /// When it ends; `nil` for a moment.
  public let end: String?
  /// What was measured: `heart-rate`.
  public let metric: String
  /// The value in `unit`, or the stage of sleep.
  public let value: ExportedValue
  /// The unit.
  public let unit: String
  /// How the device came by it.
  public let source: String
  /// The device's name.
  public let device: String
  /// What the radio calls it.
  public let identifier: String
  /// Who wears it.
  public let wearer: String
  /// Whether the time is doubtful.
  public let doubtful: Bool
  /// Night or nap, and when that began; `nil` for samples.
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
      unit = metric.unit.rawValue
      self.source = source.rawValue
      sleep = nil
    case .stage(let stage, let kind, let night):
      metric = Self.sleepMetric
      value = .word(stage?.rawValue ?? "none")
      unit = ""
      source = SampleSource.log.rawValue
      sleep = "\(kind.rawValue) \(night)"
    }
  }

  /// The line of a CSV file; `nil` where it is none.
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

  /// Whether a spreadsheet takes a text for a formula and runs it. A text that only got an apostrophe is one too, so that each is read back
  /// as it was.
  private static func isFormula(_ text: String) -> Bool {
    text.utf8.drop { $0 == UInt8(ascii: "'") }.first.map { "=+-@\t\r".utf8.contains($0) } ?? false
  }

  private static func withoutApostrophe(_ text: String) -> String {
    text.utf8.first == UInt8(ascii: "'") && isFormula(text) ? String(text.dropFirst()) : text
  }

  /// RFC 4180: what holds a comma or a quotation mark stands in quotation marks. A line break in a name becomes a space, and a formula
  /// follows an apostrophe: spreadsheets show such a cell and do not run it.
  private static func quoted(_ name: String) -> String {
    var text = isFormula(name) ? "'" + name : name
    // Nearly every name is plain, and there is one in each of millions of lines.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") }) {
      return text
    }
    text = String(text.map { $0.isNewline ? " " : $0 })
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }

  private static func fields(_ line: Substring) -> [String] {
    var fields = [""]
    var (isQuoted, wasQuote) = (false, false)
    for character in line {
      switch character {
      case "\"" where isQuoted: (isQuoted, wasQuote) = (false, true)
      case "\"" where wasQuote:
        fields[fields.count - 1].append(character)
        (isQuoted, wasQuote) = (true, false)
      case "\"": isQuoted = true
      case "," where !isQuoted:
        fields.append("")
        wasQuote = false
      default:
        fields[fields.count - 1].append(character)
        wasQuote = false
      }
    }
    return fields
  }
}
