import Foundation
import HaloBluetooth
import HaloCaptures
import Testing

/// A known value and its bytes, written without Halo's encoder.
struct WrittenValue: Sendable, CustomTestStringConvertible {
  let encoding: String
  let text: @Sendable (Int) -> String
  let bytes: @Sendable (Int) -> [UInt8]
  /// The numbers to write.
  let numbers: ClosedRange<Int>

  var testDescription: String { encoding }

  private init(
    _ encoding: String, _ numbers: ClosedRange<Int>, _ text: @escaping @Sendable (Int) -> String = { "\($0)" },
    _ bytes: @escaping @Sendable (Int) -> [UInt8]
  ) {
    (self.encoding, self.numbers, self.text, self.bytes) = (encoding, numbers, text, bytes)
  }

  static func little(_ number: Int, _ width: Int) -> [UInt8] {
    (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  static func decimal(_ number: Int, _ places: Int) -> String {
    let digits = String(number)
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }

  private static let integers = [2, 3, 4].flatMap { width -> [WrittenValue] in
    let top = 1 << (8 * width)
    let bits = 8 * width
    return [
      WrittenValue("u\(bits) LE", top / 4...top - 1) { little($0, width) },
      WrittenValue("u\(bits) BE", top / 4...top - 1) { little($0, width).reversed() },
      WrittenValue("s\(bits) LE", -top / 2...(-top / 512)) { little($0, width) },
      WrittenValue("s\(bits) BE", -top / 2...(-top / 512)) { little($0, width).reversed() },
      WrittenValue("u\(bits) LE × 10", top / 40...top / 10 - 1) { little($0 * 10, width) },
      WrittenValue("u\(bits) BE × 100", top / 400...top / 100 - 1) { little($0 * 100, width).reversed() },
      WrittenValue("u\(bits) BE × 10", top / 4...top - 1, { decimal($0 - $0 % 10 + 7, 1) }) {
        little($0 - $0 % 10 + 7, width).reversed()
      },
    ]
  }

  private static let digits = [2, 3, 4].flatMap { width -> [WrittenValue] in
    let numbers = Int(pow(10.0, Double(2 * width - 1)))...Int(pow(10.0, Double(2 * width))) - 1
    let packed: @Sendable (Int) -> [UInt8] = { number in little(Int(String(number), radix: 16) ?? 0, width) }
    return [
      WrittenValue("\(2 * width) digits BCD LE", numbers) { packed($0) },
      WrittenValue("\(2 * width) digits BCD BE", numbers) { packed($0).reversed() },
    ]
  }

  private static let floats: [WrittenValue] = [
    WrittenValue("float32 LE", 10_001...99_999, { decimal($0, 2) }) { number in
      little(Int(Float(Double(number) / 100).bitPattern), 4)
    },
    WrittenValue("float32 BE", 10_001...99_999) { little(Int(Float($0).bitPattern), 4).reversed() },
    WrittenValue("SFLOAT LE", 1001...2039, { decimal($0, 2) }) { [UInt8($0 & 0xFF), 0xE0 | UInt8($0 >> 8)] },
    WrittenValue("SFLOAT BE", 1001...2039, { decimal($0, 1) }) { [0xF0 | UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    WrittenValue("FLOAT LE", 10_001...99_999, { decimal($0, 2) }) { little($0, 3) + [0xFE] },
    WrittenValue("FLOAT BE", 10_001...99_999, { decimal($0, 1) }) { [0xFE] + little($0 * 10, 3).reversed() },
  ]

  private static let bitFields: [WrittenValue] = [
    WrittenValue("bits 4–15 of u16 LE", 2048...4095) { little($0 << 4 | 0xB, 2) },
    WrittenValue("bits 0–11 of u16 BE", 2048...4095) { [0xD0 | UInt8($0 >> 8), UInt8($0 & 0xFF)] },
    WrittenValue("bits 3–16 of u24 LE", 8192...16_383) { little($0 << 3 | 5 | 0x5A << 17, 3) },
    WrittenValue("bits 5–21 of u24 BE", 65_536...131_071) { little($0 << 5 | 0x13 | 1 << 23, 3).reversed() },
  ]

  /// The n-th day or time, in parts.
  private static func date(_ number: Int) -> [Int] {
    [2012 + number % 30, 1 + number / 30 % 12, 1 + number / 360 % 28]
  }
  private static func time(_ number: Int) -> [Int] { [3 + number % 20, 1 + number / 20 % 59, 1 + number / 1200 % 59] }
  private static func joined(_ parts: [Int], _ separator: String) -> String {
    parts.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: separator)
  }
  private static func bcd(_ number: Int) -> UInt8 { UInt8(number / 10 * 16 + number % 10) }
  private static func seconds(_ number: Int) -> Int {
    var parts = DateComponents(timeZone: .gmt, year: date(number)[0], month: date(number)[1], day: date(number)[2])
    (parts.hour, parts.minute, parts.second) = (time(number)[0], time(number)[1], time(number)[2])
    return Int((Calendar(identifier: .gregorian).date(from: parts) ?? .distantPast).timeIntervalSince1970)
  }

  private static let times: [WrittenValue] = [
    WrittenValue("year LE, month, day", 0...9999, { joined(date($0), "-") }) { number in
      little(date(number)[0], 2) + date(number)[1...].map { UInt8($0) }
    },
    WrittenValue("day, month, year − 2000", 0...9999, { joined(date($0), "-") }) { number in
      [UInt8(date(number)[2]), UInt8(date(number)[1]), UInt8(date(number)[0] - 2000)]
    },
    WrittenValue("BCD year of the century, month, day", 0...9999, { joined(date($0), "-") }) { number in
      [bcd(date(number)[0] % 100), bcd(date(number)[1]), bcd(date(number)[2])]
    },
    WrittenValue("hour, minute, second", 0...9999, { joined(time($0), ":") }) { time($0).map { UInt8($0) } },
    WrittenValue("seconds of the day, u24 LE", 0...9999, { joined(time($0), ":") }) { number in
      little(time(number).reduce(0) { $0 * 60 + $1 }, 3)
    },
    WrittenValue(
      "seconds since 1970, u32 LE", 0...9999, { joined(date($0), "-") + "T" + joined(time($0), ":") }
    ) { little(seconds($0), 4) },
    WrittenValue(
      "seconds since 1970 (GMT), u32 BE", 0...9999, { joined(date($0), "-") + "T" + joined(time($0), ":") }
    ) { little(seconds($0) - 3600, 4).reversed() },
    WrittenValue(
      "seconds since 2000, u32 LE", 0...9999, { joined(date($0), "-") + "T" + joined(time($0), ":") }
    ) { little(seconds($0) - 946_684_800, 4) },
    WrittenValue(
      "year − 2000, month, day; hour, minute, second", 0...9999,
      { joined(date($0), "-") + "T" + joined(time($0), ":") }
    ) { number in
      [UInt8(date(number)[0] - 2000)] + date(number)[1...].map { UInt8($0) } + time(number).map { UInt8($0) }
    },
  ]

  private static let texts: [WrittenValue] = [
    WrittenValue("text", 1000...99_999) { [UInt8]("\($0)".utf8) },
    WrittenValue("text", 0...9999, { "band \($0)" }) { [UInt8]("band \($0)".utf8) },
  ]

  static let all = integers + digits + floats + bitFields + times + texts
}

@Suite("Searching known values")
struct FindTests {
  /// A stream with a value at byte 6 of a few frames, beside a counter and noise; and another stream of noise.
  private func capture(_ value: [UInt8], _ random: inout SeededFieldsRandom, noise: [UInt8]? = nil, noiseCount: Int = 0)
    -> MadeCapture
  {
    var capture = MadeCapture()
    for number in 0..<60 {
      var frame: [UInt8] = [0xAB, 0x07, UInt8(number), 0xC3, 0xC3, 0xC3]
      frame += (20..<24).contains(number) ? value : value.map { _ in 0xC3 }
      frame += [0xC3, UInt8.random(in: 0...255, using: &random), UInt8.random(in: 0...255, using: &random)]
      capture.notify(0x14, frame)
      for _ in 0..<noiseCount {
        var bytes = (0..<18).map { _ in UInt8.random(in: 0...255, using: &random) }
        if let noise, number % 20 == 7 { bytes.replaceSubrange(3..<3 + noise.count, with: noise) }
        capture.notify(0x17, bytes)
      }
    }
    return capture
  }

  @Test(arguments: WrittenValue.all)
  func `every encoding that was written is found first`(written: WrittenValue) throws {
    var random = SeededFieldsRandom(UInt64(written.encoding.utf8.reduce(0) { $0 &* 31 &+ Int($1) } & 0xFFFF))
    for _ in 0..<8 {
      let number = Int.random(in: written.numbers, using: &random)
      let bytes = written.bytes(number)
      // The bytes around the value are C3; with one inside, another reading is as good.
      if bytes.contains(0xC3) { continue }
      let value = try #require(KnownValue(written.text(number), secondsFromGMT: 3600))
      let matches = ValueSearch([value]).matches(try capture(bytes, &random).streams())
      let first = try #require(matches.first, "\(value.text)")
      #expect(first.source.handle == 0x14 && first.range == 6..<6 + bytes.count, "\(value.text): \(first.encoding)")
      // Symmetric bytes have several readings.
      if bytes != bytes.reversed() { #expect(first.encoding == written.encoding, "\(value.text)") }
      #expect(first.count == 4 && first.first.bytes[2] == 20)
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a value in noise is ranked below the planted one`(seed: UInt64) throws {
    var random = SeededFieldsRandom(seed)
    let number = Int.random(in: 5_000...60_000, using: &random)
    let bytes = WrittenValue.little(number, 2)
    let value = try #require(KnownValue("\(number)"))
    let made = capture(bytes, &random, noise: bytes, noiseCount: 10)
    let matches = ValueSearch([value]).matches(try made.streams())
    #expect(matches.first?.source.handle == 0x14 && matches.first?.range == 6..<8)
    let noise = try #require(matches.first { $0.source.handle == 0x17 && $0.range.overlaps(3..<5) })
    #expect(noise.chance > (matches.first?.chance ?? 1))
  }

  @Test func `a number that is not there is not found, or may be coincidence`() throws {
    var random = SeededFieldsRandom(99)
    let made = try capture([1, 2], &random, noiseCount: 10).streams()
    for number in stride(from: 40_000, to: 4_000_000_000, by: 399_871_337) {
      let matches = ValueSearch([try #require(KnownValue("\(number)"))]).matches(made)
      #expect(matches.allSatisfy { $0.chance > 0.005 }, "\(number)")
    }
  }

  @Test func `values in the same frame support each other`() throws {
    var random = SeededFieldsRandom(4)
    var made = MadeCapture()
    for number in 0..<40 {
      // The kilocalories are also alone, in a field with fewer values.
      made.notify(0x20, [0xA0, number < 20 ? 0x7E : 0x00, number < 20 ? 0x02 : 0x00, 0x55])
      let noise = UInt8.random(in: 0...255, using: &random)
      made.notify(0x14, [0x08, 0x03, UInt8(number), 0x33, 0x54, 0x12] + (number == 9 ? [0x7E, 0x02] : [noise, 0x02]))
    }
    let (steps, energy) = (try #require(KnownValue("21555")), try #require(KnownValue("638")))
    let alone = ValueSearch([energy]).matches(try made.streams())
    #expect(alone.first?.source.handle == 0x20)
    let both = ValueSearch([steps, energy]).matches(try made.streams())
    #expect(both.first { $0.value == energy }?.source.handle == 0x14)
    #expect(both.first { $0.value == steps }?.range == 3..<5)
  }

  @Test(arguments: [
    "", "7", "-3", "0", "9.", "1.2.3", "-", "0.000000000001", "99999999999999999999", "2026-13-40", "24:00",
  ])
  func `odd texts are refused or searched as texts`(text: String) {
    let encodings = KnownValue(text).map { $0.patterns.map(\.encoding) }
    if ["", "7", "-3", "0"].contains(text) { #expect(encodings == nil) } else { #expect(encodings == ["text"]) }
  }

  @Test func `a number may have separators of thousands, as displays show it`() throws {
    let plain = try #require(KnownValue("1021667"))
    #expect(KnownValue("1,021,667")?.patterns == plain.patterns)
    for text in ["1021,667", "1,02", "1,,021", ",667"] {
      #expect(KnownValue(text)?.patterns.map(\.encoding) == ["text"], "\(text)")
    }
  }

  @Test func `every format reads what it writes`() throws {
    var random = SeededFieldsRandom(11)
    for format in NumberFormat.all + NumberFormat.special where format.meaning != .text {
      for _ in 0..<30 {
        let bytes = (0..<9).map { _ in UInt8.random(in: 0...255, using: &random) }
        // Smaller fields are searched as part of wider ones, with the bits above them 0.
        guard let number = format.number(bytes, at: 2), number == number.rounded(), abs(number) > 9,
          format.bits.map({ $0.count >= 8 }) ?? true
        else { continue }
        let value = try #require(KnownValue("\(Int(number))"))
        var made = MadeCapture()
        made.notify(0x14, bytes)
        let found = ValueSearch([value]).matches(try made.streams())
        #expect(found.contains { $0.range.overlaps(2..<2 + format.width) }, "\(format) \(bytes): \(number)")
      }
    }
    #expect(Set((NumberFormat.all + NumberFormat.special).map(\.description)).count > 250)
  }
}
