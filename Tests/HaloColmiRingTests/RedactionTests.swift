import Foundation
import HaloBluetooth
import HaloSimulatedRadio
import HaloTesting
import HaloWearables
import Testing

@testable import HaloColmiRing

/// Tests what a bug report keeps of captured packets.
@Suite("Redacted packets of a ring")
struct RedactionTests {
  private func values(_ vector: Vector) -> [ConversationValue] {
    vector.frames.map { frame in
      let isBigData = frame.first == ColmiRing.BigData.mark || frame.count != ColmiRing.Packet.length
      let characteristic =
        switch (isBigData, vector.isSent) {
        case (true, true): ColmiRing.GATT.bigDataWrite
        case (true, false): ColmiRing.GATT.bigDataNotify
        case (false, true): ColmiRing.GATT.commandWrite
        case (false, false): ColmiRing.GATT.commandNotify
        }
      return ConversationValue(
        characteristic: characteristic, direction: vector.isSent ? .sent : .received, bytes: frame)
    }
  }

  private func messages(_ values: [ConversationValue]) throws -> [[String: Any]] {
    var reader = ColmiRing.Conversation()
    var lines: [String] = []
    for value in values {
      reader.receive(value.bytes, value.direction, of: value.characteristic) { lines.append(line($0)) }
    }
    reader.finish { lines.append(line($0)) }
    return try lines.map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  private func redacted(_ values: [ConversationValue], seed: UInt64) -> [ConversationValue] {
    var random = SeededGenerator(seed: seed)
    return zip(values, ColmiRing.Conversation.redacted(values, using: &random)).map { value, bytes in
      ConversationValue(characteristic: value.characteristic, direction: value.direction, bytes: bytes)
    }
  }

  @Test(arguments: Vector.all)
  func `keep their number and lengths, and decode to the same messages of the same days`(vector: Vector) throws {
    let values = values(vector)
    let copies = redacted(values, seed: 1)
    #expect(copies.map(\.bytes.count) == values.map(\.bytes.count))
    let (before, after) = (try messages(values), try messages(copies))
    for key in ["type", "date", "command", "daysAgo", "of"] {
      #expect(after.map { "\($0[key] ?? "")" } == before.map { "\($0[key] ?? "")" }, "\(key)")
    }
  }

  @Test(arguments: ["heartRateLog", "stressLog", "activity", "sleep"])
  func `have different values in each copy`(type: String) throws {
    let vectors = try Vector.all.filter { try messages(values($0)).contains { $0["type"] as? String == type } }
    try #require(!vectors.isEmpty)
    let one = vectors.flatMap { redacted(values($0), seed: 1) }.map(\.bytes)
    let other = vectors.flatMap { redacted(values($0), seed: 2) }.map(\.bytes)
    #expect(one != vectors.flatMap(\.frames))
    #expect(one != other)
  }

  @Test(
    arguments: [
      "78 07 01 01 2C 96 00 03 E8 00 02 EE 00 9C 40", "69 0C 00 48 2A 1E 41 03 8E 78 50",
      "69 0D 00 10 27 00 00 01 00 FF FF 00 20 48", "69 0E 00 10 27 11 27 01 00 FF FF 00 20 62", "7A 02 21 63 0A",
      "73 37 48", "73 3A 02 96", "73 3D 81 01", "1E 00 4B", "69 08 01 2A", "A1 03 1F DA FE 35 00 2F",
    ])
  func `have different values in each byte of health data, and the same type and keys`(front: String) throws {
    let bytes = packet(front)
    let value = ConversationValue(characteristic: ColmiRing.GATT.commandNotify, direction: .received, bytes: bytes)
    let copies = (0..<8).map { redacted([value], seed: $0)[0] }
    #expect(Set(copies.map(\.bytes)).count > 1 && !copies.allSatisfy { $0.bytes == bytes })
    let before = try messages([value])[0]
    for copy in copies {
      let after = try messages([copy])[0]
      #expect(after.keys.sorted() == before.keys.sorted())
      for key in ["type", "event", "status", "of", "sport", "seconds", "countsPerG"] {
        #expect("\(after[key] ?? "")" == "\(before[key] ?? "")", "\(key)")
      }
    }
    // Blood pressure and all other undecoded bytes are removed.
    if front.hasPrefix("69 0C") { #expect(copies.allSatisfy { $0.bytes[9] == 0 }) }
  }

  @Test func `remove all bytes of a text that cannot be decoded`() {
    let text = ConversationValue(
      characteristic: ColmiRing.GATT.bigDataNotify, direction: .received, bytes: Array("Ada Lovelace".utf8))
    let copy = redacted([text], seed: 1)[0].bytes
    #expect(copy.count == text.bytes.count)
    #expect(zip(copy, text.bytes).filter(==).count <= 2)
  }

  @Test func `a ring's name keeps only its model`() {
    #expect(ColmiRing.Conversation.redactedName("R02_5A5F") == "R02_0000")
    #expect(ColmiRing.Conversation.redactedName("Ada's phone") == nil)
  }
}
