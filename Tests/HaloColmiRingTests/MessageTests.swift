import HaloColmiRing
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

@Suite("Single messages")
struct MessageTests {
  @Test(
    "say what they mean",
    arguments: [
      ("69 06 00 48", #"{"of":"continuousHeartRate","status":"ok","type":"realTime","value":72}"#),
      ("69 03 02 00", #"{"of":"spo2","status":"noData","type":"realTime"}"#),
      ("69 01 01 50", #"{"of":"heartRate","status":"notWorn","type":"realTime"}"#),
      ("1E 48", #"{"of":"heartRate","status":"ok","type":"realTime","value":72}"#),
      ("1E 00", #"{"of":"heartRate","status":"measuring","type":"realTime"}"#),
      ("73 2B 31", #"{"event":"newHRV","type":"push","value":49}"#),
      ("73 10", #"{"event":"goalsChanged","type":"push"}"#),
      ("86 EE", #"{"command":"0x06","reason":"unsupported","type":"error"}"#),
      ("95 01", #"{"command":"0x15","reason":"code 0x01","type":"error"}"#),
      ("A1 EE", #"{"command":"0x21","reason":"unsupported","type":"error"}"#),
      ("04 00", #"{"command":"0x04","type":"acknowledged"}"#),
      ("50", #"{"command":"0x50","type":"acknowledged"}"#),
      ("3A 03 02 01", #"{"enabled":true,"of":"temperature","type":"autoMeasurement"}"#),
      (
        "A1 03 80 00 7F 0F FF 0F",
        #"{"g":{"x":-0.002,"y":-4,"z":3.998},"type":"rawAccelerometer","x":-1,"y":-2048,"z":2047}"#
      ),
      ("3C 00 04", #"{"type":"deviceSupport","wantsBond":false}"#),
    ])
  func meanings(front: String, expected: String) {
    #expect(decode([packet(front)]).map { line($0) } == [expected])
  }

  @Test(
    "that no source explains stay unknown with their bytes",
    arguments: [
      "61 FF FF", "69 02 00 78", "69 04 00 10", "69 01 07 48", "1E 02 48", "1E 01", "73 77", "A1 05 01", "7A 00 05 3C",
      "78 07 01", "C9 01", "CA", "FF 66 66", "0F", "05 03 01", "16 03", "2C 05", "07 02 00 25 01 27",
      "43 25 13 01 00 00 01", "43 25 12 15 60 00 01", "43 25 12 15 00 02 02", "BC 01",
    ])
  func unknown(front: String) {
    let frame = packet(front)
    let command = front.prefix(2)
    #expect(
      decode([frame], on: .commands).map { line($0) } == [
        #"{"command":"0x\#(command)","hex":"\#(Hexadecimal.string(frame))","type":"unknown"}"#
      ])
  }

  @Test("big data that no source explains stays unknown under its id")
  func unknownBigData() {
    let frame = ColmiRing.BigData(id: 0x77, payload: [0, 60, 1, 0, 0x10, 0x0E]).bytes
    #expect(
      decode([frame]).map { line($0) } == [
        #"{"command":"0x77","hex":"\#(Hexadecimal.string(frame))","type":"unknown"}"#
      ])
  }

  @Test("empty big data means that there is nothing", arguments: [0x25, 0x27, 0x28, 0x2A, 0x3E] as [UInt8])
  func emptyBigData(id: UInt8) {
    let message = decode([ColmiRing.BigData(id: id, payload: []).bytes])[0]
    guard case .noData = message else {
      Issue.record("\(line(message))")
      return
    }
  }

  @Test("temperatures are tenths of a degree above 20")
  func temperature() {
    let day = ColmiRing.TemperatureLog.Day(daysAgo: 0, slots: [0, 142, 0, 150])
    #expect(
      line(ColmiRing.Message.temperatureLog(.init(days: [day])))
        == #"{"days":[{"daysAgo":0,"samples":[{"celsius":34.2,"time":"00:30"},{"celsius":35,"time":"01:30"}]}],"#
        + #""type":"temperatureLog"}"#)
  }

  @Test("firmware update and factory test are not in the vocabulary", arguments: ["0F 01", "C9 01", "CA 01"])
  func dangerousCommandsAreUnknown(front: String) {
    #expect(decodeSent([packet(front)]).map { line($0) }[0].contains("unknown"))
  }

  @Test("no big data of firmware update is in the vocabulary", arguments: [1, 2, 3, 4, 5] as [UInt8])
  func dangerousBigDataIsUnknown(id: UInt8) {
    let frame = ColmiRing.BigData(id: id, payload: [1]).bytes
    #expect(decodeSent([frame]).map { line($0) }[0].contains("unknown"))
  }

  @Test("readings of a message point at its frames")
  func readings() throws {
    let today = try #require(CalendarDate("2025-12-15"))
    let night = ColmiRing.SleepLog(
      .sleep,
      nights: [.init(daysAgo: 1, start: 1399, end: 457, stages: [.init(.deep, minutes: 498)])])
    let readings = ColmiRing.Message.sleepLog(night).readings(today: today, frames: [3, 4])
    let slept = try #require(readings.nights.first)
    #expect(slept.start.description == "2025-12-13T23:19:00")
    #expect(slept.end.description == "2025-12-14T07:37:00")
    #expect(slept.provenance.frames == [3, 4])
    #expect(slept.provenance.decoder == ColmiRing.decoderName)
  }

  @Test("live readings, pushes and raw values carry no time and become no samples")
  func noReadings() {
    for front in ["69 01 00 58", "73 2C 2F", "A1 02 32 5E", "03 40"] {
      let message = decode([packet(front)])[0]
      #expect(message.readings(today: CalendarDate(daysSince1970: 0), frames: []) == Readings())
    }
  }
}
