import Foundation
import HaloTesting
import HaloWearables
import Testing

@testable import HaloEverestW311

@Suite("Byte maps of the Everest W311")
struct ByteMapTests {
  /// A frame and the byte map of its message, by the message's type in the vocabulary.
  struct Example: CustomTestStringConvertible {
    let type: String
    let frame: [UInt8]
    let byteMap: [ByteField]

    var testDescription: String { type }

    /// Returns the fields of the message in a frame; `nil` if the frame is another message.
    func fields(_ frame: [UInt8]) throws -> [String: String]? {
      let text =
        if let request = EverestW311.Request(frame) {
          line(request)
        } else {
          line(ByteMapTests.message(frame, isBare: type == "dayDetails"))
        }
      let object = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
      guard object["type"] as? String == type else { return nil }
      return object.compactMapValues { canonical(["value": $0]) }
    }
  }

  private static func message(_ frame: [UInt8], isBare: Bool) -> EverestW311.Message {
    if isBare, let details = EverestW311.DayDetails(frame) { .dayDetails(details) } else { EverestW311.Message(frame) }
  }

  /// The frames of `docs/everest-w311.md`, one for each one-frame message with fields.
  private static let examples: [Example] =
    [
      ("realTimeSteps", "DE0201FE 07EA 0B 14 000020DC 00000138 024E 004A"),
      ("dayDetails", "01A4 021C 004A 0014 002C 000A 0000 0000 0000 57 00"),
      ("alarms", "DE0109FE 1F 110A2D 110F52 111411 15191D 111E31"),
      ("display", "DE0108FE 00 01 02 03 04 05 06 08 09 0A 0B 0C 0D 0F 01 02"),
      ("userData", "DE0103FB 07C8 05 11 003F 001F40 004B 08 00"),
      ("watchInformation", "DE0609FB 573331314E32 01 01 17 00000000 57 0000"),
      ("historyRange", "DE0205FB 07EA0B0D 07EA0B13"),
    ].map { type, text in
      let frame = bytes(text)
      let content = message(frame, isBare: type == "dayDetails").content
      return Example(type: type, frame: frame, byteMap: Swift.type(of: content).byteMap)
    }

  @Test(arguments: examples)
  func `fields lie inside their message, after its head, and do not overlap`(example: Example) {
    #expect(!example.byteMap.isEmpty)
    var end = example.type == "dayDetails" ? 0 : 4
    for field in example.byteMap {
      #expect(field.range.lowerBound >= end, "\(field.name)")
      #expect(!field.range.isEmpty, "\(field.name)")
      end = field.range.upperBound
    }
    #expect(end <= example.frame.count)
  }

  @Test(arguments: examples)
  func `changing the bytes of a field changes only that field of the decoded message`(example: Example) throws {
    let original = try #require(try example.fields(example.frame))
    for field in example.byteMap {
      let name = String(field.name.prefix { $0 != "." })
      #expect(original[name] != nil, "\(field.name)")
      var effective: Set<Int> = []
      var refused: Set<Int> = Set(field.range)
      // Every byte alone, and all together because the zone is sent twice.
      let changes = field.range.map { $0..<$0 + 1 } + [field.range]
      for change in changes {
        for difference in [UInt8](1...31) + [0x40, 0x80, 0xFF] {
          var frame = example.frame
          for place in change { frame[place] ^= difference }
          guard let changed = try example.fields(frame) else { continue }
          let names = Set(original.keys).union(changed.keys).filter { original[$0] != changed[$0] }
          #expect(names.isSubset(of: [name]), "\(field.name), \(Hexadecimal.string(frame))")
          if change.count == 1 { refused.subtract(change) }
          if names == [name] { effective.formUnion(change) }
        }
      }
      #expect(!effective.isEmpty, "\(field.name)")
      // The day of the week is rejected unless it matches the date.
      #expect(effective.union(refused) == Set(field.range), "\(field.name)")
    }
  }
}
