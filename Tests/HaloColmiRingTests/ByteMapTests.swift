import Foundation
import HaloTesting
import HaloWearables
import Testing

@testable import HaloColmiRing

@Suite("Byte maps of the ring")
struct ByteMapTests {
  /// A captured packet whose message has a byte map.
  struct Example: CustomTestStringConvertible {
    let packet: ColmiRing.Packet
    let byteMap: [ByteField]

    var testDescription: String { Hexadecimal.string(packet.bytes) }
  }

  /// The captured packets that are complete messages with a known byte map.
  private static let examples = Vector.all.compactMap { vector -> Example? in
    guard !vector.isSent, vector.frames.count == 1, let packet = ColmiRing.Packet(vector.frames[0]) else { return nil }
    let byteMap = ColmiRing.PacketForm.of(packet).byteMap(packet)
    return byteMap.isEmpty ? nil : Example(packet: packet, byteMap: byteMap)
  }

  /// Derived fields: a value of zero means warming up, and `g` is x, y and z in another unit.
  private static let derived = ["value": "status", "status": "value", "x": "g", "y": "g", "z": "g"]

  /// Returns the fields of the message in a packet; `nil` if it is of another type.
  private static func fields(_ packet: ColmiRing.Packet, type: String?) throws -> [String: String]? {
    let message = ColmiRing.Message(packet)
    guard type == nil || message.type == type else { return nil }
    let object = try JSONSerialization.jsonObject(with: Data(line(message).utf8)) as? [String: Any]
    return try #require(object).compactMapValues { canonical(["value": $0]) }
  }

  @Test func `tests captured packets of at least nine messages`() {
    #expect(Set(Self.examples.compactMap { ColmiRing.Message($0.packet).type }).count >= 9)
  }

  @Test(arguments: examples)
  func `fields lie between command and checksum, and do not overlap`(example: Example) {
    var end = 1
    for field in example.byteMap {
      #expect(field.range.lowerBound >= end && !field.range.isEmpty, "\(field.name)")
      end = field.range.upperBound
    }
    #expect(end <= 15)
  }

  @Test(arguments: examples)
  func `each byte changes only the field that it belongs to`(example: Example) throws {
    let type = ColmiRing.Message(example.packet).type
    let original = try #require(try Self.fields(example.packet, type: type))
    for place in 1..<15 {
      let field = example.byteMap.first { $0.range.contains(place) }
      let allowed = Set([field?.name, field.flatMap { Self.derived[$0.name] }].compactMap(\.self))
      for difference in [UInt8](1...31) + [0x40, 0x80, 0xFF] {
        var payload = [UInt8](example.packet.bytes[1..<15])
        payload[place - 1] ^= difference
        let packet = ColmiRing.Packet(example.packet.command, payload)
        // A byte may change the form of the packet, such as acceleration to 16 bits.
        guard ColmiRing.PacketForm.of(packet).byteMap(packet) == example.byteMap,
          let changed = try Self.fields(packet, type: type)
        else { continue }
        let names = Set(original.keys).union(changed.keys).filter { original[$0] != changed[$0] }
        // A byte that identifies the packet may change any field.
        if field != nil || place > 1 { #expect(names.isSubset(of: allowed), "byte \(place) changes \(names)") }
      }
    }
  }

  @Test func `each field changes with its bytes in a captured packet`() throws {
    let byType = Dictionary(grouping: Self.examples) { ColmiRing.Message($0.packet).type }
    for (type, examples) in byType {
      for field in examples[0].byteMap {
        let isEffective = try examples.contains { example in
          let original = try Self.fields(example.packet, type: type)?[field.name]
          return try field.range.contains { place in
            try [UInt8](1...255).contains { difference in
              let changed = try Self.fields(Self.changing(example.packet, place, by: difference), type: type)
              return changed.map { $0[field.name] != original } ?? false
            }
          }
        }
        #expect(isEffective, "\(type ?? ""): \(field.name)")
      }
    }
  }

  private static func changing(_ packet: ColmiRing.Packet, _ place: Int, by difference: UInt8) -> ColmiRing.Packet {
    var payload = [UInt8](packet.bytes[1..<15])
    payload[place - 1] ^= difference
    return ColmiRing.Packet(packet.command, payload)
  }
}
