import Foundation
import HaloSimulatedRadio

/// Random values for a ring's two channels, what may be written to a ring, and what must never be. Both lists come from the
/// protocol pages and not from the driver, so that one tests the other.
package struct RingWrites: Sendable {
  private static let forbiddenCommands: Set<UInt8> = Set(
    [0x08, 0x0F, 0x20, 0x2E, 0x54, 0x81, 0xBF, 0xC0, 0xC3, 0xC5, 0xC6, 0xC8, 0xC9, 0xCA, 0xCD, 0xCE, 0xFE, 0xFF]
      + Array(0x90...0x9C))
  private static let forbiddenBigData = Set<UInt8>(
    Array(0x01...0x07) + Array(0x21...0x24) + Array(0x31...0x39) + Array(0x41...0x46) + Array(0x80...0x82)
      + [0x5A, 0x61])

  /// The listed commands: hexadecimal bytes, `..` for any byte, and `[…]` for one of several. What follows is zero.
  private static let listedCommands = [
    "01 .. .. .. .. .. .. ..", "02 [040506]", "03", "04 02 0A .. .. .. .. .. .. .. .. .. .. .. ..", "07 ..", "0A 01",
    "0A 02 .. .. .. .. .. .. .. .. .. .. .. ..", "15 .. .. .. ..", "16 01", "16 02 [0102] ..", "1E [010203]", "21 01",
    "21 02 .. .. .. .. .. .. .. .. .. .. .. .. ..", "2C 01", "2C 02 [0001]", "36 01", "36 02 [0001]", "38 01",
    "38 02 [0001]", "3A 03 01", "3A 03 02 [0001]", "3A 03 02 [0001] 1E 05 0A 00", "37 ..", "39 ..",
    "3B 01 00 01 [0001]", "3B 02 00 09 01", "3C", "43 .. 0F 00 5F 01", "44 .. 0F 00 5F", "46", "48", "50 55 AA",
    "69 01 00", "69 [03080A] 25", "69 06 01", "69 [010306080A] 03", "69 [0C0D0E] ..", "6A [010306080A] ..",
    "6A [0C0D0E]", "77 [01020304] ..", "7A 01 ..", "A1 [000204]",
  ].map(Pattern.init)
  private static let listedBigData = [
    "11 ..", "25 ..", "27 ..", "27 .. 01", "28 ..", "2A ..", "77 .. ..",
  ].map(Pattern.init)

  private struct Pattern {
    /// The allowed bytes of each place; nil for all.
    var places: [Set<UInt8>?] = []

    init(_ text: String) {
      for part in text.split(separator: " ") {
        let digits = Array(part.filter { $0 != "[" && $0 != "]" })
        let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
        places.append(part == ".." ? nil : Set(bytes.compactMap { $0 }))
      }
    }

    func matches(_ bytes: [UInt8]) -> Bool {
      bytes.enumerated().allSatisfy { index, byte in
        index < places.count ? places[index]?.contains(byte) ?? true : byte == 0
      }
    }
  }

  /// The number of values that a test tries, from the variable `HALO_WRITE_COUNT`; nil if the test chooses.
  package static let requestedCount = ProcessInfo.processInfo.environment["HALO_WRITE_COUNT"].flatMap { Int($0) }

  /// The number for ways that accept no raw bytes, and need a connection for each request: a tenth of a large number.
  package static let requestedConnectionCount = requestedCount.map { $0 > 100_000 ? $0 / 10 : $0 }

  private var random: SeededGenerator

  /// Creates a generator whose values depend only on `seed`.
  package init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Prints how many values were tried through an API and how many writes reached the radio, if the count was given.
  package static func report(_ way: String, _ count: Int, written: Int) {
    if requestedCount != nil {
      print("writes: \(way): \(count) tried, \(written) reached the radio, none of them refused")
    }
  }

  /// True if a ring that reassembles its input, however it is split, finds a forbidden frame at the beginning of a value.
  package static func isForbidden(_ value: [UInt8]) -> Bool {
    guard let first = value.first else { return false }
    let second = value.count > 1 ? value[1] : nil
    switch first {
    case 0xBC: return second.map(forbiddenBigData.contains) ?? false
    case 0xA1: return second.map { [0x01, 0x03, 0x06].contains($0) } ?? false
    default: return forbiddenCommands.contains(first)
    }
  }

  /// True if the value is a whole frame that is listed as harmless: its bytes, and for packets the checksum. The checksum of
  /// big data is not computed here.
  package static func isListed(_ value: [UInt8]) -> Bool {
    if isForbidden(value) { return false }
    if value.first == 0xBC {
      guard value.count > 6, value.count == 6 + Int(value[2]) + Int(value[3]) << 8 else { return false }
      let content = [value[1]] + value[6...]
      return listedBigData.contains { $0.places.count == content.count && $0.matches(content) }
    }
    guard value.count == 16, value[15] == value[..<15].reduce(0, &+) else { return false }
    return listedCommands.contains { $0.matches(Array(value[..<15])) }
  }

  /// Returns the next value: near a listed one, with any first byte, or big data; whole, padded, cut or too long, with or
  /// without its checksum; or random bytes.
  package mutating func next() -> [UInt8] {
    var value = (0..<number(0...24)).map { _ in UInt8(number(0...255)) }
    switch number(0...9) {
    case 0: return value
    case 1...2:
      if number(0...1) == 0 { value = Array(value.prefix(2)) }
      value = [0xBC, bigDataID(), UInt8(value.count), 0] + checksum(of: value) + value
    case 3...7: value = packet(near(pick(Self.listedCommands)))
    default: value = packet([UInt8(number(0...255)), UInt8(number(0...7))] + value)
    }
    switch number(0...9) {
    case 0: value.removeLast(number(0...value.count))
    case 1: value += [UInt8](repeating: 0, count: number(1...230))
    case 2: value.removeFirst(number(0...min(2, value.count)))
    default: break
    }
    return value
  }

  /// Returns a whole frame of unknown meaning: neither listed nor forbidden.
  package mutating func nextUnknown() -> [UInt8] {
    while true {
      let payload = (0..<number(1...14)).map { _ in UInt8(number(0...255)) }
      let value =
        number(0...3) == 0
        ? [0xBC, UInt8(number(0...255)), UInt8(payload.count), 0] + checksum(of: payload) + payload
        : packet([UInt8(number(0...255))] + payload, isRight: true)
      if value[0] == 0xBC, value.count == 16 { continue }
      if !Self.isListed(value), !Self.isForbidden(value) { return value }
    }
  }

  private mutating func bigDataID() -> UInt8 {
    switch number(0...2) {
    case 0: UInt8(number(0...255))
    case 1: pick(Array(Self.forbiddenBigData).sorted())
    default: pick([0x11, 0x25, 0x27, 0x28, 0x2A, 0x77])
    }
  }

  /// Returns bytes of a pattern, of which one may be another.
  private mutating func near(_ pattern: Pattern) -> [UInt8] {
    var bytes = pattern.places.map { $0.map { pick($0.sorted()) } ?? UInt8(number(0...255)) }
    if number(0...1) == 0 { bytes[number(0...bytes.count - 1)] = UInt8(number(0...255)) }
    return bytes
  }

  private mutating func packet(_ bytes: [UInt8], isRight: Bool? = nil) -> [UInt8] {
    let body = Array(bytes.prefix(15)) + [UInt8](repeating: 0, count: max(0, 15 - bytes.count))
    return body + [isRight ?? (number(0...7) > 0) ? body.reduce(0, &+) : UInt8(number(0...255))]
  }

  /// CRC-16/MODBUS, low byte first.
  private func checksum(of payload: [UInt8]) -> [UInt8] {
    var crc: UInt16 = 0xFFFF
    for byte in payload {
      crc ^= UInt16(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xA001 : crc >> 1 }
    }
    return [UInt8(truncatingIfNeeded: crc), UInt8(crc >> 8)]
  }

  /// Returns a random number from the same seed.
  package mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Returns a random element.
  package mutating func pick<Element>(_ all: [Element]) -> Element { all[number(0...all.count - 1)] }
}
