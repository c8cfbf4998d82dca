import HaloTesting
import Testing

@testable import CyclingSensor

@Suite("Messages of cycling sensors")
struct MessageTests {
  @Test func `every sample decodes from its encoded bytes`() {
    func check<Message: CharacteristicMessage>(_ samples: [Message]) {
      for sample in samples { #expect(Message(value: sample.value) == sample) }
    }
    check(CyclingSpeedAndCadence.samples)
    check(CyclingSensor.Features.samples)
    check(CyclingSensor.Location.samples)
    check(CyclingSensor.ControlPoint.samples)
  }

  /// Bytes computed manually from CSCS 1.0, and the line that `halo decode` prints.
  @Test(arguments: [
    // 10000 turns of the wheel, the last one at 12804/1024 s; 900 turns of the crank, the last one at 2048/1024 s.
    (
      "03 10 27 00 00 04 32 84 03 00 08", RecordedFrame.Direction.received,
      #"{"crankRevolutions":900,"crankSeconds":2,"type":"cyclingSpeedAndCadence","wheelRevolutions":10000,"wheelSeconds":12.504}"#
    ),
    (
      "02 84 03 00 08", .received, #"{"crankRevolutions":900,"crankSeconds":2,"type":"cyclingSpeedAndCadence"}"#
    ),
    ("05 00", .received, #"{"crank":false,"severalLocations":true,"type":"cyclingFeatures","wheel":true}"#),
    ("0C", .received, #"{"location":"rear wheel","type":"cyclingSensorLocation"}"#),
    ("11", .received, #"{"location":"reserved","type":"cyclingSensorLocation"}"#),
    ("01 10 27 00 00", .sent, #"{"request":"setWheelRevolutions","type":"cyclingControl","wheelRevolutions":10000}"#),
    (
      "10 04 01 0C 0D", .received,
      #"{"locations":["rear wheel","rear hub"],"request":"0x04","result":"0x01","type":"cyclingControlAnswer"}"#
    ),
    // Truncated in the time of the wheel; and a frame that is not in the specification.
    (
      "01 10 27 00 00 04", .received, #"{"truncated":true,"type":"cyclingSpeedAndCadence"}"#
    ),
    ("07", .sent, #"{"command":"0x07","hex":"07","type":"unknown"}"#),
  ])
  func `decodes packets of the specification to lines of JSON`(
    _ hexadecimal: String, _ direction: RecordedFrame.Direction, _ line: String
  ) {
    var lines = JSONLineWriter()
    var decoder = CyclingDecoder()
    decoder.receive(bytes(hexadecimal), direction, of: nil, into: &lines)
    decoder.finish(into: &lines)
    #expect(String(decoding: lines.bytes, as: UTF8.self) == line + "\n")
  }

  @Test func `maps bytes to fields`() {
    func names(_ hexadecimal: String) -> [String] {
      CyclingDecoder.byteMap(of: bytes(hexadecimal), .received, of: nil).map { "\($0.name) \($0.range)" }
    }
    #expect(
      names("03 10 27 00 00 04 32 84 03 00 08") == [
        "wheelRevolutions 1..<5", "wheelSeconds 5..<7", "crankRevolutions 7..<9", "crankSeconds 9..<11",
      ])
    #expect(names("02 84 03 00 08") == ["crankRevolutions 1..<3", "crankSeconds 3..<5"])
    #expect(names("10 04 01 0C 0D") == ["request 1..<2", "result 2..<3", "locations 3..<5"])
  }
}
