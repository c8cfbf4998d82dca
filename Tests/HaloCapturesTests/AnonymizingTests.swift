import HaloBluetooth
import HaloCaptures
import HaloColmiRing
import HaloDrivers
import HaloSimulatedRadio
import HaloWearables
import Synchronization
import Testing

@Suite("An anonymized capture")
struct AnonymizingTests {
  private static let address: [UInt8] = [0x5A, 0x11, 0x92, 0x33, 0xE4, 0xC5]
  private static let secret = [UInt8]("Anna Muster 1980".utf8)

  /// Creates a log of one link with attribute protocol packets, one second apart.
  private func log(_ packets: [(RecordedFrame.Direction, [UInt8])]) -> [UInt8] {
    var log = Btsnoop.header(.h4)
    let connected: [UInt8] =
      [0x3E, 19, 0x01, 0, 0x40, 0, 0, 1] + Self.address + [24, 0, 0, 0, 0xF4, 1, 0]
    log += Btsnoop.record(.event, connected, .received, at: CaptureTime(microseconds: 1_795_000_000_000_000))
    for (number, (direction, packet)) in packets.enumerated() {
      let length = [UInt8(packet.count & 0xFF), UInt8(packet.count >> 8)]
      let whole = packet.count + 4
      let data: [UInt8] =
        [0x40, direction == .sent ? 0 : 0x20, UInt8(whole & 0xFF), UInt8(whole >> 8)] + length + [4, 0] + packet
      log += Btsnoop.record(
        .acl, data, direction, at: CaptureTime(microseconds: 1_795_000_001_000_000 + Int64(number) * 1_000_000))
    }
    return log
  }

  private func anonymize(_ log: [UInt8], keepsValues: Bool = false) throws -> [UInt8] {
    let copy = Copy()
    var anonymizer = CaptureAnonymizer(
      try CaptureSurvey(CaptureReader(log), registry: .bundled), values: keepsValues ? .kept : .madeUp)
    var random = SeededGenerator(seed: 0x4861_6C6F)
    _ = try anonymizer.run(using: &random, open: { try CaptureReader(log) }, write: { copy.append($0) })
    return copy.bytes
  }

  /// Returns the values in a log, in order.
  private func values(_ log: [UInt8]) throws -> [[UInt8]] {
    var values: [[UInt8]] = []
    var reader = try CaptureReader(log)
    var decoder = CaptureDecoder()
    try reader.forEach { record in
      decoder.receive(record) { operation in values.append([UInt8](operation.value ?? operation.bytes.dropFirst())) }
    }
    return values
  }

  /// Returns whether a log contains `count` consecutive bytes of the secret.
  private func leaks(_ log: [UInt8], _ count: Int = 4) -> Bool {
    let pieces = Set((0...(Self.secret.count - count)).map { [UInt8](Self.secret[$0..<$0 + count]) })
    return (0...(log.count - count)).contains { pieces.contains([UInt8](log[$0..<$0 + count])) }
  }

  /// Returns the discovery of service 1826 at handles 1 to 0x60, with characteristics of these UUIDs at 3, 5, ….
  private func discovery(_ uuids: [UInt16]) -> [(RecordedFrame.Direction, [UInt8])] {
    var packets: [(RecordedFrame.Direction, [UInt8])] = [
      (.sent, [0x10, 1, 0, 0xFF, 0xFF, 0, 0x28]), (.received, [0x11, 6, 1, 0, 0x60, 0, 0x26, 0x18]),
    ]
    for (number, uuid) in uuids.enumerated() {
      let handle = UInt8(3 + number * 2)
      packets.append((.sent, [0x08, handle - 1, 0, 0x60, 0, 0x03, 0x28]))
      packets.append(
        (.received, [0x09, 7, handle - 1, 0, 0x1A, handle, 0, UInt8(uuid & 0xFF), UInt8(uuid >> 8)]))
    }
    return packets
  }

  @Test(arguments: [false, true])
  func `contains no part of a text in any packet of any opcode, in either direction`(_ isSent: Bool) throws {
    for opcode in UInt8.min...UInt8.max {
      for prefix in [[], [0x12, 0x00], [0x12, 0, 0, 0], [0x01, 0, 0xFF, 0xFF]] as [[UInt8]] {
        let packets = (0..<12).map { _ in
          (isSent ? RecordedFrame.Direction.sent : .received, [opcode] + prefix + Self.secret)
        }
        #expect(!leaks(try anonymize(log(packets)), 8), "opcode \(opcode), prefix \(prefix)")
      }
    }
  }

  @Test func `contains no part of a text in any packet of a ring, in either direction`() throws {
    let map = ColmiRing.Conversation.characteristics
    for command in UInt8.min...UInt8.max {
      for second in [0, 1, 2, 3, 0x0C, 0x12, 0x80, 0xEE, 0xF0, 0xFF] as [UInt8] {
        for direction in [RecordedFrame.Direction.sent, .received] {
          let frame = ColmiRing.Packet(command, [second] + Self.secret.prefix(13)).bytes
          let uuid = map[direction == .sent ? 0 : 1].uuid
          var random = SystemRandomNumberGenerator()
          let made = ColmiRing.Conversation.redacted(
            [ConversationValue(characteristic: uuid, direction: direction, bytes: frame)], using: &random)
          // A time is encoded in BCD, and a request for a day contains a time as a number; neither is text.
          let isTime = direction == .sent && (command == 0x01 || command == 0x15)
          #expect(isTime || !leaks(made[0], 5), "command \(command) \(second) \(direction): \(made[0])")
          #expect(made[0].count == 16 && ColmiRing.Packet(made[0]) != nil)
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `contains no address, for any handle`(_ keepsValues: Bool) throws {
    var packets: [(RecordedFrame.Direction, [UInt8])] = []
    for number in UInt8(0)..<20 {
      packets.append((.received, [0x1B, 0x30, 0x00, number] + Self.address))
      packets.append((.sent, [0x52, 0x32, 0x00, 0xAA, number] + Self.address.reversed()))
    }
    let copy = try anonymize(log(packets), keepsValues: keepsValues)
    for address in [Self.address, Self.address.reversed()] {
      #expect(!(0...(copy.count - 6)).contains { copy[$0..<$0 + 6].elementsEqual(address) })
    }
  }

  @Test func `contains no measurement of a standard characteristic, even if it is repeated`() throws {
    let measurements: [(UInt16, [UInt8])] = [
      (0x2A37, [0x00, 72]), (0x2A9D, [0x00, 0xD8, 0x40]), (0x2A35, [0x00, 128, 0, 82, 0, 98, 0]), (0x2A80, [41]),
      (0x2A8C, [1]), (0xFFF1, [71]),
    ]
    var packets = discovery(measurements.map(\.0))
    let count = packets.count
    for _ in 0..<12 {
      for (number, (_, value)) in measurements.enumerated() {
        packets.append((.received, [0x1B, UInt8(3 + number * 2), 0] + value))
      }
    }
    let copies = try values(anonymize(log(packets))).dropFirst(count)
    for (number, (uuid, value)) in measurements.enumerated() {
      let own = copies.enumerated().filter { $0.offset % measurements.count == number }.map(\.element)
      // By chance a byte may keep its value, but not every time.
      #expect(own.count(where: { $0 == value }) < 3, "\(uuid)")
    }
  }

  @Test func `keeps the constant bytes of an unknown protocol that are not next to changing bytes`() throws {
    var packets: [(RecordedFrame.Direction, [UInt8])] = []
    for number in UInt8(0)..<40 {
      packets.append(
        (.received, [0x1B, 0x30, 0, 0x55, 0xAA, 0x01, 0x02, 0x03, 0x04, 0x3A, number, 0x00, 0x00, 0x07, 0x08]))
    }
    let copies = try values(anonymize(log(packets)))
    #expect(copies.allSatisfy { $0.starts(with: [0x55, 0xAA, 0x01, 0x02]) && $0.suffix(1) == [0x08] })
    // Changing bytes, and bytes that may be their upper bytes.
    #expect(Set(copies.map { $0[7] }).count > 10)
    #expect(Set(copies.map { $0[6] }).count > 10)
  }

  @Test func `contains no names even if its values are kept`() throws {
    var packets = discovery([0x2A00, 0x2A25, 0xFFF1])
    packets.append((.sent, [0x0A, 3, 0]))
    packets.append((.received, [0x0B] + [UInt8]("Anna's band".utf8)))
    packets.append((.sent, [0x12, 7, 0, 0x01] + [UInt8]("Anna's band".utf8)))
    packets.append((.received, [0x1B, 7, 0, 0x42, 0x43]))
    let copy = try anonymize(log(packets), keepsValues: true)
    let text = [UInt8]("Anna".utf8)
    #expect(!(0...(copy.count - 4)).contains { copy[$0..<$0 + 4].elementsEqual(text) })
    #expect(try values(copy).last == [0x42, 0x43])
  }
}

/// Collects bytes that are written from other threads.
private final class Copy: Sendable {
  private let state = Mutex<[UInt8]>([])
  var bytes: [UInt8] { state.withLock { $0 } }
  func append(_ more: [UInt8]) { state.withLock { $0 += more } }
}
