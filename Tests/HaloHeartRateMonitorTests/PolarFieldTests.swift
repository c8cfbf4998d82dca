import HaloTesting
import HaloWearables
import Testing

@testable import HaloHeartRateMonitor

/// Tests the output of `halo decode` and `halo capture show` for Polar's measurement service.
@Suite("Polar's messages as JSON")
struct PolarFieldTests {
  private typealias Polar = HeartRateMonitor.Polar

  @Test(arguments: [
    (
      "0f6f0000",
      #""type":"polarFeatures","features":["ecg","ppg","acceleration","pulseIntervals","gyroscope","magnetometer"]"#
    ),
    ("0102", #""type":"polarControl","request":"settings","of":"acceleration""#),
    (
      "02 02 02 01 0800 00 01 c800 01 01 1000",
      #""type":"polarControl","request":"start","of":"acceleration","settings":{"range":[8],"samplesPerSecond":[200],"resolutionBits":[16]}"#
    ),
    ("0305", #""type":"polarControl","request":"stop","of":"gyroscope""#),
    ("f0 02 00 00 00", #""type":"polarControl","request":"start","of":"ecg","result":"success""#),
    ("f0 02 01 06", #""type":"polarControl","request":"start","of":"ppg","result":"alreadyInState""#),
    ("f0 03 06 0e", #""type":"polarControl","request":"stop","of":"magnetometer","result":"diskFull""#),
    ("f0 01 03 63", #""type":"polarControl","request":"settings","of":"pulseIntervals","result":"unknown""#),
    (
      "f0 02 01 00 00 05 01 0000003f",
      #""type":"polarControl","request":"start","of":"ppg","result":"success","settings":{"factor":0.5}"#
    ),
    (
      "f0 02 02 00 00 05 01 0000",
      #""type":"polarControl","request":"start","of":"acceleration","result":"success","settings":{"trailing":"05010000"}"#
    ),
    ("77 01", #""type":"unknown","command":"0x77","hex":"7701""#),
    ("", #""type":"corrupt","reason":"length","hex":"""#),
  ])
  func `decodes requests, answers and features of the control point`(value: String, json: String) {
    #expect(canonical(line: line(Polar.controlMessage(bytes(value)))) == canonical(line: "{\(json)}"))
  }

  @Test(arguments: [
    (
      "00 0100000000000000 00 e4ffff 3c0000",
      #""of":"ecg","frameType":0,"timestampNanoseconds":"1","microvolts":[-28,60]"#
    ),
    (
      "02 6500000000000000 81 f1ff 1400 f003 06 01 7b0f 08",
      #""of":"acceleration","frameType":1,"compressed":true,"timestampNanoseconds":"101","samples":[{"x":-15,"y":20,"z":1008},{"x":-20,"y":17,"z":1008}]"#
    ),
    (
      "03 0200000000000000 00 48 3403 0a00 06",
      #""of":"pulseIntervals","frameType":0,"timestampNanoseconds":"2","intervals":[{"bpm":72,"milliseconds":820,"errorMilliseconds":10,"blocked":false,"contact":true}]"#
    ),
    (
      "00 0400000000000000 80 9cffff 05 03 3f08 00",
      #""of":"ecg","frameType":0,"compressed":true,"timestampNanoseconds":"4","microvolts":[-100,-101,-100,-98]"#
    ),
    ("09 0300000000000000 07 aabb", #""of":"unknown","frameType":7,"timestampNanoseconds":"3","hex":"aabb""#),
  ])
  func `decodes measurements, and keeps the bytes of unknown frames`(value: String, json: String) throws {
    let frame = try #require(Polar.DataFrame(value: bytes(value)))
    #expect(canonical(line: line(frame)) == canonical(line: #"{"type":"polarMeasurement",\#(json)}"#))
  }
}
