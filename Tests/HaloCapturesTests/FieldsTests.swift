import Foundation
import HaloCaptures
import Testing

@Suite("Fields of a characteristic's values")
struct FieldsTests {
  /// Creates frames, one second apart.
  private func frames(_ values: [[UInt8]]) -> [CharacteristicFrame] {
    values.enumerated().map {
      CharacteristicFrame(time: CaptureTime(microseconds: Int64($0.offset) * 1_000_000), bytes: $0.element)
    }
  }

  private func analysis(_ values: [[UInt8]], notes: [NotedNumber] = []) throws -> KindAnalysis {
    let kinds = FrameKind.kinds(of: frames(values), by: .bytes([]))
    let only = try #require(kinds.first)
    #expect(kinds.count == 1)
    return KindAnalysis(only.kind, only.frames, notes: notes)
  }

  /// Creates frames with a step count at bytes 4–5 among noise, from 200 to about 900.
  private func walk(_ count: Int = 120) -> (frames: [[UInt8]], steps: [Int]) {
    var random = SeededFieldsRandom(7)
    var steps = 200
    var walk: (frames: [[UInt8]], steps: [Int]) = ([], [])
    for _ in 0..<count {
      steps += Int.random(in: 0...12, using: &random)
      var frame = (0..<10).map { _ in UInt8.random(in: 0...255, using: &random) }
      frame[4] = UInt8(steps & 0xFF)
      frame[5] = UInt8(steps >> 8)
      walk.frames.append(frame)
      walk.steps.append(steps)
    }
    return walk
  }

  // MARK: Kinds

  @Test func `frames of one length with the same first byte are one kind`() {
    let values = (0..<40).map { [UInt8]([$0.isMultiple(of: 2) ? 1 : 2, UInt8($0), 0]) } + [[9], []]
    let kinds = FrameKind.kinds(of: frames(values))
    #expect(kinds.map(\.kind.length) == [3, 3, 0, 1])
    #expect(kinds.map(\.kind.values) == [[1], [2], [], [9]])
    #expect(kinds.map(\.frames.count) == [20, 20, 1, 1])
  }

  @Test func `a first byte that varies like data does not identify the kind, unless requested`() {
    let values = (0..<40).map { [UInt8]([UInt8($0), 5]) }
    #expect(FrameKind.kinds(of: frames(values)).map(\.frames.count) == [40])
    #expect(FrameKind.kinds(of: frames(values), by: .bytes([0])).count == 40)
    #expect(FrameKind.kinds(of: frames(values), by: .bytes([1, 700])).map(\.kind.values) == [[5]])
  }

  // MARK: Bytes

  @Test func `distinguishes constants, wrapping counters, enumerations and data`() throws {
    let noise: [UInt8] = [3, 77, 200, 14, 9, 250, 31, 180, 66, 5, 99, 140, 222, 71, 12, 38, 190, 101, 55, 8]
    let values = noise.enumerated().map { index, byte in
      [0x55, UInt8(truncatingIfNeeded: 250 + index * 3), index < 15 ? 1 : 4, byte]
    }
    let columns = try analysis(values).columns
    #expect(columns[0].role == .constant(0x55))
    #expect(columns[1].role == .counter(step: 3))
    #expect(columns[1].series.trend == .rises)
    #expect(columns[2].role == .enumeration)
    #expect(columns[2].counts.map(\.value) == [1, 4] && columns[2].counts.map(\.count) == [15, 5])
    #expect(columns[3].role == .varying)
    #expect((columns[3].series.min, columns[3].series.max) == (3, 250))
  }

  @Test func `recognizes a counter despite a lost frame`() throws {
    let values = (0..<30).filter { $0 != 11 }.map { [UInt8($0)] }
    let columns = try analysis(values).columns
    #expect(columns[0].role == .counter(step: 1))
  }

  // MARK: Numbers

  @Test(arguments: [false, true])
  func `finds a number that carries, with its byte order, but not in noise`(isBigEndian: Bool) throws {
    let found = try analysis(walk().frames.map { isBigEndian ? $0.reversed() : $0 }).numbers
    #expect(found.map(\.offset) == [4])
    #expect(found.first?.format == NumberFormat(width: 2, isBigEndian: isBigEndian))
    #expect(found.first?.series.trend == .rises)
  }

  @Test func `recognizes small values around zero as a signed number`() throws {
    let values = (0..<60).map { index -> [UInt8] in
      let value = UInt16(bitPattern: Int16(40 * sin(Double(index) / 3)))
      return [UInt8(value >> 8), UInt8(value & 0xFF)]
    }
    let number = try #require(try analysis(values).numbers.first)
    #expect(number.format.description == "s16 BE")
    #expect(number.series.min < 0 && number.series.max > 0 && number.series.max <= 40)
  }

  @Test func `recognizes a clock in milliseconds as a wide counter`() throws {
    let values = (0..<50).map { index -> [UInt8] in
      let value = UInt32(65_000 + index * 1000)
      return (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
    let number = try #require(try analysis(values).numbers.first)
    #expect(number.offset == 0 && number.format.width == 3 && !number.format.isBigEndian)
    #expect(number.series.step == 1000)
    #expect(number.zeroBytesAbove == 1)
  }

  @Test func `recognizes bytes that change in the same frames as one number with the smoother byte order`() throws {
    // A treadmill's pace while its speed increases in steps.
    let paces = [6000, 5432, 5000, 4609, 4256, 4000, 4256, 4609]
    let values = (0..<64).map { index -> [UInt8] in
      let pace = paces[index / 8]
      return [0, UInt8(pace & 0xFF), UInt8(pace >> 8), 7]
    }
    let number = try #require(try analysis(values).numbers.first)
    #expect(number.range == 1..<3 && number.evidence == .changeTogether && !number.format.isBigEndian)
    #expect((number.series.first, number.series.max) == (6000, 6000))
  }

  // MARK: Texts

  @Test func `finds texts, without their padding`() throws {
    let values = ["Ann", "Bartholomew", "Guest 12"].map { name -> [UInt8] in
      [1] + name.utf8 + [UInt8](repeating: 0, count: 12 - name.utf8.count) + [0xFF]
    }
    let run = try #require(try analysis(values).texts.first)
    #expect(run.range.lowerBound == 1 && run.examples == ["Ann", "Bartholomew", "Guest 12"])
    #expect(!run.isDigits)
  }

  // MARK: Checksums

  @Test(arguments: Checksum.allCases)
  func `computes the checksums of the CRC catalog`(checksum: Checksum) {
    // The check values of the CRC catalog, for "123456789"; sums by hand: 0x31 + … + 0x39 = 477.
    let expected: [Checksum: UInt16] = [
      .sum: 0xDD, .negatedSum: 0x23, .xor: 0x31, .crc8: 0xF4, .crc8Maxim: 0xA1, .crc16Modbus: 0x4B37,
      .crc16CCITT: 0x29B1, .crc16XModem: 0x31C3, .crc16Kermit: 0x2189,
    ]
    #expect(checksum.value("123456789".utf8) == expected[checksum])
  }

  @Test(arguments: Checksum.allCases, [0, 1])
  func `finds a checksum at the end, with its first covered byte`(checksum: Checksum, start: Int) throws {
    let values = walk(20).frames.map { frame -> [UInt8] in
      // The first byte must affect the sum; otherwise both starts are correct.
      let frame = [0xA5] + frame
      let value = checksum.value(frame.dropFirst(start))
      return frame + (checksum.width == 1 ? [UInt8(value)] : [UInt8(value & 0xFF), UInt8(value >> 8)])
    }
    let findings = try analysis(values).checksums
    #expect(findings.map(\.checksum) == [checksum])
    #expect(findings.first?.start == start && findings.first?.place == .tail(0))
    #expect(findings.first?.isBigEndian == false)
  }

  @Test func `finds a checksum and a length in the header over frames of different lengths`() throws {
    let values = (0..<12).map { index -> [UInt8] in
      let payload = [UInt8]((0..<3 * (index % 4)).map { UInt8(truncatingIfNeeded: $0 * 31 + index * 17) })
      let value = Checksum.crc16CCITT.value(payload)
      let head: [UInt8] = [0x55, 0xAA, UInt8(payload.count), UInt8(value >> 8), UInt8(value & 0xFF)]
      return head + payload
    }
    let checksum = try #require(ChecksumFinding.all(frames(values)).first)
    #expect(checksum.checksum == .crc16CCITT && checksum.place == .head(3) && checksum.isBigEndian)
    let length = try #require(LengthFinding.all(frames(values)).first)
    #expect(length.offset == 2 && length.format.width == 1 && length.uncounted == 5)
  }

  @Test func `finds no checksum in noise or in a repeated byte`() throws {
    let noise = try analysis(walk().frames)
    #expect(noise.checksums.isEmpty)
    let twice = try analysis((0..<50).map { [0, UInt8($0), 0, UInt8($0)] })
    #expect(twice.checksums.isEmpty)
  }

  // MARK: Noted numbers

  @Test func `ranks the noted field first: with times, spread evenly, and one per frame`() throws {
    let (values, steps) = walk()
    let kilometers = steps.map { Double($0) * 0.01 + 3 }
    let timed = stride(from: 3, to: 117, by: 6).compactMap { second in
      NotedNumber(
        time: CaptureTime(microseconds: Int64(second) * 1_000_000 + 400_000),
        kilometers[second] + 0.4 * (kilometers[second + 1] - kilometers[second]))
    }
    let spread = stride(from: 0, through: 119, by: 7).compactMap { NotedNumber(kilometers[$0]) }
    for notes in [timed, spread, kilometers.compactMap { NotedNumber($0) }] {
      let best = try #require(try analysis(values, notes: notes).matches.first)
      #expect(best.offset == 4 && best.format.description == "u16 LE")
      #expect(best.correlation > 0.999)
      #expect(abs(best.factor - 0.01) < 1e-6 && abs(best.summand - 3) < 1e-3)
    }
  }

  @Test func `matches a field that falls while the numbers rise`() throws {
    let values = (0..<30).map { [UInt8(200 - $0 * 2)] }
    let notes = (0..<30).compactMap { NotedNumber(Double($0)) }
    let best = try #require(try analysis(values, notes: notes).matches.first)
    #expect(best.correlation == -1 && abs(best.factor + 0.5) < 1e-9)
  }

  @Test func `constant bytes and constant numbers match nothing`() throws {
    let rising = (0..<20).compactMap { NotedNumber(Double($0)) }
    let same = (0..<20).compactMap { _ in NotedNumber(5) }
    let constant = try analysis([[UInt8]](repeating: [1, 2, 3], count: 20), notes: rising)
    let noise = try analysis(walk(20).frames, notes: same)
    #expect(constant.matches.isEmpty && noise.matches.isEmpty)
    #expect(NotedNumber(.nan) == nil && NotedNumber(.infinity) == nil)
  }

  @Test(arguments: ["6 digits BCD BE", "5 digits text", "float32 LE", "SFLOAT BE", "FLOAT LE", "bits 4–15"])
  func `correlates with numbers that are no whole integers`(format: String) throws {
    var random = SeededFieldsRandom(UInt64(format.utf8.count))
    var steps = 1100
    var noted: [NotedNumber] = []
    let values = (0..<80).map { _ -> [UInt8] in
      steps += Int.random(in: 0...11, using: &random)
      NotedNumber(Double(steps)).map { noted.append($0) }
      let bytes: [UInt8]
      switch format {
      case "6 digits BCD BE":
        bytes = [0, UInt8("\(steps / 100)", radix: 16) ?? 0, UInt8("\(steps % 100)", radix: 16) ?? 0]
      case "5 digits text": bytes = [UInt8]("\(steps + 10_000)".utf8)
      case "float32 LE": bytes = WrittenValue.little(Int(Float(steps).bitPattern), 4)
      case "SFLOAT BE": bytes = [0xF0 | UInt8(steps >> 8), UInt8(steps & 0xFF)]
      case "FLOAT LE": bytes = WrittenValue.little(steps * 10, 3) + [0xFF]
      default: bytes = WrittenValue.little(steps << 4 | Int.random(in: 0...15, using: &random), 2)
      }
      return [0xA5, 0x5A] + bytes + [UInt8.random(in: 0...255, using: &random)]
    }
    // Only multiples of this many bytes are exact; others may have constant bytes at an end.
    let best = try #require(try analysis(values, notes: noted).matches.first)
    #expect(abs(best.correlation) > 0.999999, "\(best.format)")
    #expect(best.range.overlaps(2..<6))
    // All steps are below 2,048: bit 15 is 0.
    if format.hasPrefix("bits") { #expect(best.format.description == "bits 4–14 of u16 LE") }
    if !["SFLOAT BE", "FLOAT LE", "bits 4–15"].contains(format) {
      #expect(best.format.description.hasSuffix(format.suffix(4)))
    }
  }

  @Test(arguments: [false, true])
  func `a constant upper byte belongs to the number if that makes it proportional`(isBigEndian: Bool) throws {
    // 0x5400 is 21504: all of the walk is below the next multiple of 256.
    let steps = (0..<40).map { 21_520 + $0 * $0 / 8 }
    let values = steps.map {
      [0x12, 0x34] + (isBigEndian ? [0x54, UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), 0x54]) + [0x66]
    }
    let best = try #require(try analysis(values, notes: steps.compactMap { NotedNumber(Double($0)) }).matches.first)
    #expect(best.offset == 2 && best.format == NumberFormat(width: 2, isBigEndian: isBigEndian))
    #expect(abs(best.factor - 1) < 1e-9 && abs(best.summand) < 1e-6)
    let all = try analysis(values, notes: steps.compactMap { NotedNumber(Double($0)) }).matches
    #expect(!all.contains { $0.format.width == 1 })
  }

  @Test(arguments: [false, true])
  func `the voltages of a battery's cells are numbers despite their constant upper bytes`(isBigEndian: Bool) throws {
    var random = SeededFieldsRandom(8)
    let values = (0..<50).map { _ -> [UInt8] in
      let cells = (0..<6).flatMap { _ -> [UInt8] in
        let low = UInt8.random(in: 0x05...0x09, using: &random)
        return isBigEndian ? [0x0D, low] : [low, 0x0D]
      }
      return [0x55, 0x02] + cells + [0x00]
    }
    let numbers = try analysis(values).numbers
    #expect(numbers.map(\.offset) == [2, 4, 6, 8, 10, 12])
    #expect(numbers.allSatisfy { $0.format.isBigEndian == isBigEndian && $0.evidence == .repeats })
    #expect(numbers.allSatisfy { (0x0D05...0x0D09).contains($0.series.min) })
    // A single such pair says nothing.
    #expect(try analysis(values.map { [UInt8]($0.prefix(4)) }).numbers.isEmpty)
  }

  @Test func `a counter is called so, and comes after other fields`() throws {
    let steps = (0..<60).map { 300 + $0 * 5 + ($0 * $0) % 4 }
    let values = steps.enumerated().map { [UInt8($0.offset), 0x01, UInt8($0.element & 0xFF), UInt8($0.element >> 8)] }
    // Rounded notes: the counter correlates as well as the steps.
    let notes = steps.compactMap { NotedNumber(Double($0 / 10 * 10)) }
    let matches = try analysis(values, notes: notes).matches
    #expect(matches.first?.range == 2..<4 && matches.first?.isCounter == false, "\(matches)")
    #expect(matches.last?.offset == 0 && matches.last?.isCounter == true)
  }

  // MARK: Messages

  @Test(arguments: ["header", "length", "end"], 0..<6 as Range<UInt64>)
  func `joins the fragments of messages of any length, without frames of other kinds`(rule: String, seed: UInt64) {
    var random = SeededFieldsRandom(seed)
    var joining = MessageJoining(start: rule == "header" ? [] : [0x55, 0xAA])
    switch rule {
    case "header": joining.headerLength = 3
    case "length":
      joining.length = LengthFinding(offset: 2, format: NumberFormat(width: 2, isBigEndian: true), uncounted: 5)
    default: joining.end = [0x0D, 0x0A]
    }
    var (pieces, wanted) = ([[UInt8]](), [[UInt8]]())
    for _ in 0..<30 {
      let body = (0..<Int.random(in: 3...150, using: &random)).map { _ in UInt8.random(in: 0x20...0x4F, using: &random)
      }
      let message: [UInt8] =
        switch rule {
        case "header": body
        case "length": [0x55, 0xAA, 0, UInt8(body.count - 1)] + body
        default: [0x55, 0xAA] + body + [0x0D, 0x0A]
        }
      let size = Int.random(in: 4...20, using: &random)
      for (number, start) in stride(from: 0, to: message.count, by: size).enumerated() {
        let header: [UInt8] = rule == "header" ? [0x08, 0x07, UInt8(number + 1)] : []
        pieces.append(header + message[start..<min(start + size, message.count)])
        // Another kind, between the fragments or between the messages.
        if rule == "header", Bool.random(using: &random) { pieces.append([0x09, 0x01, 0x01, 0xEE]) }
      }
      if rule != "header" { pieces.append([0x41, 0x54]) }
      wanted.append(rule == "header" ? [0x08, 0x07, 0x01] + message : message)
    }
    let (messages, strayCount) = joining.join(frames(pieces))
    #expect(messages.map(\.bytes).filter { $0.first != 0x09 } == wanted)
    #expect(strayCount == (rule == "header" ? 0 : 30))
  }

  @Test func `several short messages in a frame are separate, and an unfinished one is left out`() {
    var joining = MessageJoining()
    joining.end = [0x0A]
    let pieces = ["AT\nOK", "\nA", "B\n\nlost"].map { [UInt8]($0.utf8) }
    let (messages, strayCount) = joining.join(frames(pieces))
    #expect(messages.map { String(decoding: $0.bytes, as: UTF8.self) } == ["AT\n", "OK\n", "AB\n", "\n"])
    #expect(strayCount == 0)
  }

  @Test func `joins frames into messages, and counts the frames before the first one`() {
    let pieces: [[UInt8]] = [[9], [0x55, 0xAA, 1], [2, 3], [4], [0x55, 0xAA], [0x55, 0xAA, 5], [6]]
    let (messages, strayCount) = MessageJoining(start: [0x55, 0xAA]).join(frames(pieces))
    #expect(messages.map(\.bytes) == [[0x55, 0xAA, 1, 2, 3, 4], [0x55, 0xAA], [0x55, 0xAA, 5, 6]])
    #expect(messages.first?.time == CaptureTime(microseconds: 1_000_000))
    #expect(strayCount == 1)
    let nextLink = frames(pieces) + [CharacteristicFrame(link: 2, bytes: [7])]
    #expect(MessageJoining(start: [0x55, 0xAA]).join(nextLink).strayCount == 2)
  }

  @Test func `detects fragmented messages by their pauses`() {
    let pieces = (0..<90).map { index -> CharacteristicFrame in
      let (second, piece) = index.quotientAndRemainder(dividingBy: 3)
      let time = CaptureTime(microseconds: Int64(second * 1_000_000 + piece * 1000))
      return CharacteristicFrame(time: time, bytes: [UInt8](repeating: piece == 0 ? 0x55 : UInt8(second), count: 20))
    }
    #expect(MessageJoining.likelyStart(pieces) == [0x55, 0x55])
    #expect(MessageJoining.likelyStart(frames(walk().frames)) == nil)
  }

  // MARK: Anything

  /// 'make prove long-tests' uses more seeds.
  private static let seedCount: UInt64 = ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] == nil ? 12 : 60

  @Test(arguments: 0..<seedCount)
  func `random frames cause no trap, and every number is finite`(seed: UInt64) {
    var random = SeededFieldsRandom(seed)
    let alphabet: [UInt8] = [0, 1, 0x30, 0x55, 0x7F, 0x80, 0xFF]
    let longest = [0, 1, 2, 4, 24, 90].randomElement(using: &random) ?? 4
    let values = (0..<Int.random(in: 0...60, using: &random)).map { index in
      let length = Bool.random(using: &random) ? longest : Int.random(in: 0...longest, using: &random)
      let bytes = (0..<length).map { _ in
        seed.isMultiple(of: 2) ? UInt8.random(in: 0...255, using: &random) : alphabet.randomElement(using: &random) ?? 0
      }
      let time =
        seed.isMultiple(of: 3) ? nil : CaptureTime(microseconds: Int64.random(in: .min ... .max, using: &random))
      return CharacteristicFrame(time: time, link: index % 2, bytes: bytes)
    }
    let notes = (0..<Int.random(in: 0...20, using: &random)).compactMap { _ in
      NotedNumber(
        time: seed.isMultiple(of: 5) ? nil : CaptureTime(microseconds: Int64.random(in: .min ... .max, using: &random)),
        Double.random(in: -1e300...1e300, using: &random))
    }
    let rules: [FrameKind.Rule] = [.automatic, .bytes([]), .bytes([0, 1, 89]), .bytes([-4])]
    for rule in rules {
      for (kind, own) in FrameKind.kinds(of: values, by: rule) {
        let analysis = KindAnalysis(kind, own, notes: notes)
        #expect(analysis.columns.count == kind.length)
        for match in analysis.matches {
          #expect(match.correlation.isFinite && match.factor.isFinite && match.summand.isFinite)
        }
      }
      // Frames of another kind must not trap either.
      _ = KindAnalysis(FrameKind.kinds(of: values, by: rule).first?.kind ?? .empty, values, notes: notes)
    }
    _ = (LengthFinding.all(values), ChecksumFinding.all(values), MessageJoining.likelyStart(values))
    for start in [[], [0x55]] as [[UInt8]] {
      for (header, end) in [(0, []), (2, []), (0, [0xFF]), (1, [0, 0x55])] as [(Int, [UInt8])] {
        var joining = MessageJoining(start: start)
        (joining.headerLength, joining.end) = (header, end)
        _ = joining.join(values)
        joining.length = LengthFinding(offset: 1, format: NumberFormat(width: 2), uncounted: Int(seed) - 6)
        let total = joining.join(values).messages.reduce(0) { $0 + $1.bytes.count }
        #expect(total <= values.reduce(0) { $0 + $1.bytes.count })
      }
    }
  }
}

extension FrameKind {
  /// A kind of empty frames.
  fileprivate static let empty = FrameKind(length: 0)
}

/// A generator with the same numbers for the same seed (SplitMix64).
struct SeededFieldsRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
