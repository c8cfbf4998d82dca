import Foundation
import HaloWearables

/// A value for one cell of a table that no program writes.
enum HostileValue: Codable, Hashable, Sendable {
  case null
  case integer(Int)
  /// A real number by its bits, because JSON has no infinity.
  case real(bits: UInt64)
  case text(String)
  case repeated(String, Int)
  case bytes([UInt8])

  /// How soon a value is tried. Few values, which experience shows to be the worst, come first.
  enum Rank: Int, Comparable {
    /// A text with numbers, of which no declared type of a column knows.
    case numbersInText
    /// A number at the limits of its type, or at those of a journal.
    case limit
    case other

    static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
  }

  private static func real(_ number: Double) -> HostileValue { .real(bits: number.bitPattern) }

  // MARK: Lists

  /// The largest number that a journal may have, and its neighbors.
  private static let limits = [Int.min, .max, 1 << 53, -1 << 53]
  private static let integers = [
    Int.min + 1, -1, 0, 1, (1 << 53) + 1, (1 << 53) - 1, 1 - (1 << 53), -1 - (1 << 53), 1 << 31, (1 << 31) - 1,
    -1 << 31,
    1 << 32, 1 << 62, 1_000_000, -86_400_000, 253_402_300_800_000, -62_135_596_800_000, Int.max / 1000, Int.min / 1000,
  ].map { HostileValue.integer($0) }
  private static let realLimits = [1e308, -1e308, Double(1 << 53), -Double(1 << 53)].map { real($0) }
  private static let reals = [
    Double.infinity, -.infinity, 1e19, -1e19, 9.3e18, 1e16, .leastNonzeroMagnitude, -0.5, 0, 1e6, 4.3e9,
  ].map { real($0) }
  private static let texts: [HostileValue] = [
    .text(""), .text(" "), .text(","), .repeated("x", 6000), .repeated("[", 3000), .repeated("9", 400),
    .text("9223372036854775807"), .text("-9223372036854775808"), .text("1e999"), .text("9999-12-31"),
    .text("0000-00-00"), .text("-005-01-01"), .text("2026-02-30"), .text("0001-01-01"), .text("9999-12-31T23:59:59Z"),
    .text("["), .text("{\"a\":"), .text("null"), .text("{}"), .text("[9223372036854775807]"), .text("[-1,1e400]"),
    .text("=1+1"), .text("<img src=x onerror=alert(1)>"), .text("../../etc/passwd"),
    .text("\u{1B}[31m\u{7}\u{9B}2J"), .text("a\u{202E}b\u{2066}c\u{200F}"), .text("\u{0}a"),
    .text("a\nb\r\u{85}\u{2028}c"),
    .repeated("\u{301}", 500),
  ]
  private static let wrongTypes: [HostileValue] = [.null, .bytes([]), .bytes([0, 255, 128, 13]), .text("x")]
  /// Numbers for the places of numbers in texts.
  private static let digits = [
    "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "9007199254740992", "-1", "0",
    "99999999999999999999", "1e308", "4294967296",
  ]

  /// Returns values for a cell that has `values` in valid files, each with the rank and, for a changed text, the text
  /// that it replaces.
  static func all(for values: [HostileValue]) -> [(rank: Rank, value: HostileValue, of: String?)] {
    var all: [(Rank, HostileValue, String?)] = []
    let isInteger = values.contains { if case .integer = $0 { true } else { false } }
    let isReal = values.contains { if case .real = $0 { true } else { false } }
    let isText = values.contains { if case .text = $0 { true } else { false } }
    all += limits.map { (isInteger ? .limit : .other, .integer($0), nil) }
    all += realLimits.map { (isReal ? .limit : .other, $0, nil) }
    all += ((isInteger ? integers : []) + (isReal ? integers + reals : []) + (isText ? texts : []) + wrongTypes)
      .map { (.other, $0, nil) }
    for case .text(let text) in values where text.contains(where: \.isNumber) {
      // Not in an identifier or a date, which are compared and not computed with.
      let isNumber = text.contains(#/(^|[ ,:\[{])[0-9]+([ ,\]}]|$)/#)
      let best: Rank = isNumber ? .numbersInText : .limit
      for (place, digits) in digits.enumerated() {
        let rank: Rank = place < 2 ? best : .other
        all.append((rank, .text(replacing(text, with: digits, from: 0)), text))
        // Only the first one: the sum with a small number may be out of range.
        all.append((place == 0 ? best : .other, .text(replacing(text, with: digits, to: 1)), text))
      }
    }
    var seen: Set<HostileValue> = []
    // In the order of their ranks.
    return all.filter { seen.insert($0.1).inserted }.sorted { $0.0 < $1.0 }
  }

  /// Replaces the numbers of a text, from a place to another, and the others with 1.
  private static func replacing(_ text: String, with number: String, from first: Int = 0, to end: Int = .max) -> String
  {
    var place = 0
    return text.replacing(#/[0-9]+(\.[0-9]+)?/#) { _ in
      defer { place += 1 }
      return place >= first && place < end ? number : "1"
    }
  }

  /// Texts that differ in more than their numbers, at most six.
  static func shapes(of texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert(String($0.replacing(#/[0-9]+/#, with: "0").prefix(12))).inserted }.prefix(6).map(
      \.self)
  }

  // MARK: Writing

  /// True if a table with such a value in every row would be large.
  var isLarge: Bool { if case .repeated = self { true } else { false } }

  /// The value as text; `nil` for bytes.
  var plain: String? {
    switch self {
    case .null: ""
    case .integer(let number): "\(number)"
    case .real(let bits): "\(Double(bitPattern: bits))"
    case .text(let text): text
    case .repeated(let text, let count): String(repeating: text, count: count)
    case .bytes: nil
    }
  }

  /// The value in SQL.
  var sql: String {
    switch self {
    case .null: return "NULL"
    case .integer(let number): return "\(number)"
    case .real(let bits):
      let number = Double(bitPattern: bits)
      return number.isInfinite ? (number < 0 ? "-9e999" : "9e999") : "\(number)"
    case .bytes(let bytes): return "x'\(Hexadecimal.string(bytes))'"
    case .repeated(let text, let count):
      return text.utf8.count == 1
        ? "replace(hex(zeroblob(\(count / 2))), '0', '\(text)')"
        : "CAST(x'\(Hexadecimal.string([UInt8](String(repeating: text, count: count).utf8)))' AS TEXT)"
    case .text(let text):
      guard text.unicodeScalars.allSatisfy({ (32..<127).contains($0.value) }) else {
        return "CAST(x'\(Hexadecimal.string([UInt8](text.utf8)))' AS TEXT)"
      }
      return "'\(text.replacing("'", with: "''"))'"
    }
  }

  /// The value in JSON; `nil` if JSON has no such value.
  var json: String? {
    switch self {
    case .null: return "null"
    case .integer(let number): return "\(number)"
    case .real(let bits):
      let number = Double(bitPattern: bits)
      return number.isInfinite ? (number < 0 ? "-1e999" : "1e999") : "\(number)"
    case .bytes: return nil
    case .text, .repeated:
      return (try? JSONEncoder().encode(plain ?? "")).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
