import HaloText
import HaloBluetooth
import HaloCaptures
import HaloFuzzing
import HaloSimulatedRadio
import Testing

@Suite("A damaged capture")
struct DamageTests {
  @Test(arguments: SyntheticFormat.all)
  func `cut at any byte contains the operations before the cut, and counts the rest`(format: SyntheticFormat) throws {
    let capture = SyntheticCapture.small()
    let file = capture.file(format)
    let bytes = file.bytes
    let wanted = capture.operations(in: format)
    var ends = [file.header.count]
    for record in file.records { ends.append((ends.last ?? 0) + record.count) }
    for cut in 0..<bytes.count {
      let reading: CaptureReading
      do {
        reading = try CaptureReading([UInt8](bytes[..<cut]))
      } catch let error as CaptureError {
        // The format is unknown before the header is complete, or the first record if there is no header. The first
        // declared interface may be another one.
        #expect(
          error == (cut == 0 ? .empty : .unknownFormat) || error == .notBluetoothHost(Phrase(verbatim: "Ethernet")))
        #expect(cut < max(file.header.count, 13), "\(cut)")
        continue
      }
      try expectSame(reading.operations, [CapturedOperation](wanted.prefix(reading.operations.count)), "cut at \(cut):")
      guard let end = ends.last(where: { $0 <= cut }) else { continue }
      // Some records there are two blocks, of which the first may be complete.
      if case .pcapngInterfaces = format { continue }
      #expect(reading.problems.recordCount == ends.prefix { $0 < end }.count, "cut at \(cut)")
      #expect(reading.problems.cutOffByteCount == cut - end, "cut at \(cut)")
    }
  }

  @Test(
    arguments: SyntheticFormat.few,
    [Garbage.random, .zeros, .ones])
  func `a capture with garbage between two records still yields all operations`(
    format: SyntheticFormat, garbage: Garbage
  ) throws {
    let capture = SyntheticCapture.everything()
    let file = capture.file(format)
    var random = SeededGenerator(seed: 7)
    for round in 0..<200 {
      // PacketLogger is recognized by its first five records.
      let place = Int.random(in: 5...file.records.count, using: &random)
      let count = Int.random(in: 1...100, using: &random)
      let garbageBytes = garbage.bytes(count, &random)
      let bytes =
        file.header + file.records[..<place].flatMap { $0 } + garbageBytes + file.records[place...].flatMap { $0 }
      let reading = try CaptureReading(bytes)
      try expectSame(
        reading.operations, capture.operations(in: format), "round \(round), \(count) bytes before record \(place):")
      #expect(!reading.problems.isClean, "round \(round)")
    }
  }

  @Test(arguments: SyntheticFormat.few)
  func `with an overwritten record loses no operation of later records`(format: SyntheticFormat) throws {
    let capture = SyntheticCapture.everything()
    let file = capture.file(format)
    let wanted = Set(capture.operations(in: format).map(\.bytes))
    var random = SeededGenerator(seed: 9)
    for round in 0..<200 {
      // PacketLogger is recognized by its first five records.
      let place = Int.random(in: 5..<file.records.count, using: &random)
      var record = file.records[place]
      for index in 0..<min(record.count, 12) { record[index] = UInt8.random(in: .min ... .max, using: &random) }
      let records = file.records[..<place] + [record] + file.records[(place + 1)...]
      let reading = try CaptureReading(file.header + records.flatMap { $0 })
      // Everything before the record is intact; after it, reading resumes at the next complete packet.
      let lost = capture.operations.count - reading.operations.count
      #expect(lost <= 2, "round \(round), record \(place) of \(format)")
      for operation in reading.operations { #expect(wanted.contains(operation.bytes), "round \(round)") }
    }
  }

  @Test(arguments: [UInt32(1001), 1002, 2001], [UInt32(1001), 1002, 2001])
  func `of two concatenated logs contains both`(first: UInt32, second: UInt32) throws {
    let capture = SyntheticCapture.everything()
    let bytes = capture.file(.btsnoop(first)).bytes + capture.file(.btsnoop(second)).bytes
    let reading = try CaptureReading(bytes)
    #expect(reading.problems.isClean)
    let count = capture.operations.count
    try #require(reading.operations.count == 2 * count)
    try expectSame([CapturedOperation](reading.operations[..<count]), capture.operations)
    // Link numbers continue.
    let again = reading.operations[count...].map { operation in
      var operation = operation
      operation.link -= 3
      return operation
    }
    let wanted = capture.operations
    #expect(again.map(\.bytes) == wanted.map(\.bytes))
    #expect(again.map(\.handle) == wanted.map(\.handle))
    #expect(again.map(\.link) == wanted.map(\.link))
    #expect(again.map(\.device) == wanted.map(\.device))
  }

  @Test func `with another log's header at its end is complete`() throws {
    let capture = SyntheticCapture.small()
    let file = capture.file(.btsnoop(1002))
    let reading = try CaptureReading(file.bytes + file.header)
    try expectSame(reading.operations, capture.operations)
    #expect(reading.problems.isClean)
  }

  @Test(arguments: 1...30)
  func `appended after a truncated record contains both`(missing: Int) throws {
    let capture = SyntheticCapture.everything()
    let file = capture.file(.btsnoop(1002)).bytes
    let reading = try CaptureReading(file.dropLast(missing) + file)
    #expect(reading.operations.count == 2 * capture.operations.count)
    // The record takes its missing bytes from the header of the second log; if it takes the whole header, the damage is
    // not detectable.
    #expect(reading.problems.damagedPlaceCount == (missing == 16 ? 0 : 1))
  }

  @Test(arguments: SyntheticFormat.few)
  func `that rolled over contains the remaining operations`(format: SyntheticFormat) throws {
    let capture = SyntheticCapture.everything()
    let file = capture.file(format)
    let all = capture.operations.map(\.bytes)
    for first in 0..<file.records.count {
      let reading = try CaptureReading(file.header + file.records[first...].flatMap { $0 })
      let found = reading.operations.map(\.bytes)
      // In order; apart from earlier operations, at most the pending packet of each link is lost.
      var rest = found[...]
      for bytes in all where rest.first == bytes { rest.removeFirst() }
      #expect(rest.isEmpty, "from record \(first)")
      #expect(found.count >= all.count - first, "from record \(first)")
      #expect(reading.problems.isClean, "from record \(first)")
    }
  }

  @Test func `that begins within a connection has no device, no names, and one stray fragment`() throws {
    var capture = SyntheticCapture()
    let link = capture.resume(0x40)
    capture.fragment(link, .received, isFirst: false, [1, 2, 3])
    capture.attribute(link, .received, [0x13], handle: nil)
    capture.attribute(link, .received, [0x0B, 5], handle: nil)
    capture.attribute(link, .sent, [0x12, 0x22, 0, 1], handle: 0x22)
    capture.attribute(link, .received, [0x13], handle: 0x22)
    // This response must not be matched to the pending request.
    capture.attribute(link, .sent, [0x0A, 0x23, 0], handle: 0x23)
    capture.attribute(link, .received, [0x13], handle: nil)
    capture.attribute(link, .received, [0x0B, 5], handle: 0x23)
    capture.attribute(link, .received, [0x0B, 6], handle: nil)
    capture.disconnect(link)
    let reading = try CaptureReading(capture.file(.btsnoop(1002)).bytes)
    try expectSame(reading.operations, capture.operations)
    #expect(reading.losses.strayCount == 1)
    #expect(reading.events == [.disconnected(link: 1, nil, reason: 0x13)])
  }

  @Test(arguments: SyntheticFormat.few.filter { if case .packetLogger = $0 { false } else { true } }, [1, 8, 16, 24])
  func `with truncated packets contains the complete ones, and counts the others`(format: SyntheticFormat, limit: Int)
    throws
  {
    let capture = SyntheticCapture.everything()
    let file = capture.file(format, keeping: limit)
    let reading = try CaptureReading(file.bytes)
    let whole = capture.operations(in: format).map { Trace($0) }
    for operation in reading.operations { #expect(whole.contains(Trace(operation))) }
    #expect(reading.operations.count < whole.count)
    #expect(reading.problems.truncatedCount + reading.problems.malformedCount > 10)
    #expect(reading.problems.recordCount + reading.problems.malformedCount == file.records.count)
    #expect(reading.losses.malformedCount <= reading.problems.truncatedCount)
  }

  private struct Trace: Hashable {
    let time: Int64?
    let bytes: [UInt8]

    init(_ operation: CapturedOperation) { (time, bytes) = (operation.time, operation.bytes) }
  }

  @Test func `with contradictory lengths contains the rest`() throws {
    var capture = SyntheticCapture()
    let link = capture.connect(0x40, SyntheticCapture.ring)
    // A fragment longer than its L2CAP packet, data shorter than stated, an empty packet, one without a header.
    capture.fragment(link, .received, isFirst: true, [1, 0, 4, 0, 0x1B, 0, 0, 0])
    capture.packet(2, .received, [0x40, 0x20, 9, 0, 1, 0])
    capture.packet(2, .received, [0x40, 0x20])
    capture.data(link, .received, channel: 4, [])
    capture.fragment(link, .received, isFirst: true, [9, 0, 4, 0, 0x1B])
    capture.fragment(link, .received, isFirst: false, [UInt8](repeating: 1, count: 20))
    capture.attribute(link, .received, [0x1B])
    capture.attribute(link, .received, [0x1B, 1])
    capture.attribute(link, .received, [0x77, 1, 2])
    capture.attribute(link, .received, [0x1B, 1, 0, 7], handle: 1)
    let reading = try CaptureReading(capture.file(.btsnoop(1002)).bytes)
    #expect(reading.operations.map(\.bytes) == capture.operations.map(\.bytes))
    #expect(reading.operations.map(\.handle) == capture.operations.map(\.handle))
    #expect(reading.losses.malformedCount == 5)
  }

  enum Garbage: CaseIterable, Sendable {
    case random
    case zeros
    case ones

    func bytes(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
      (0..<count).map { _ in
        switch self {
        case .random: UInt8.random(in: .min ... .max, using: &random)
        case .zeros: 0
        case .ones: 0xFF
        }
      }
    }
  }
}
