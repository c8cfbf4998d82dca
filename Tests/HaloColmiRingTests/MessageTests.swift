import HaloText
import HaloColmiRing
import HaloHealth
import HaloTesting
import HaloWearables
import Testing

@Suite("Single messages")
struct MessageTests {
  @Test(arguments: [
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
    ("A1 FF 00", #"{"command":"0xA1","type":"acknowledged"}"#),
    ("50", #"{"command":"0x50","type":"acknowledged"}"#),
    ("3A 03 02 01", #"{"enabled":true,"of":"temperature","type":"autoMeasurement"}"#),
    (
      "A1 03 80 00 7F 0F FF 0F",
      #"{"g":{"x":-0.002,"y":-4,"z":3.998},"type":"rawAccelerometer","x":-1,"y":-2048,"z":2047}"#
    ),
    ("3C 00 04", #"{"features":["wearCalibration"],"type":"deviceSupport","wantsBond":false}"#),
    ("3C 00", #"{"type":"deviceSupport","wantsBond":false}"#),
    (
      "3C 00 01 40 01 80 00 C0 8C 60 1A",
      #"{"features":["touch","heart","skinTemperature","resume","alarm","doNotDisturb","intervalSpO2","#
        + #""realTimeHeartRate","intervalTemperature","bodyTag","temperatureReminder","ecg","breath","audio"],"#
        + #""type":"deviceSupport","wantsBond":false}"#
    ),
    ("73 2D 01", #"{"gesture":"swipeUp","type":"touch"}"#),
    ("73 2D 02", #"{"gesture":"swipeDown","type":"touch"}"#),
    ("73 2D 04", #"{"gesture":"longPress","type":"touch"}"#),
    ("73 29", #"{"gesture":"shake","type":"touch"}"#),
    ("73 30", #"{"gesture":"doubleTap","type":"touch"}"#),
    ("73 2A 01", #"{"event":"touchAvailable","type":"push","value":false}"#),
    ("73 25", #"{"event":"newPraise","type":"push"}"#),
    ("73 37 48", #"{"event":"manualHeartRate","type":"push","value":72}"#),
    ("73 3A 01 2D", #"{"event":"heartRateLow","type":"push","value":45}"#),
    ("73 3A 02 96", #"{"event":"heartRateHigh","type":"push","value":150}"#),
    ("73 3D 81 01", #"{"event":"temperatureAlarm","type":"push","value":38.5}"#),
    (
      "78 07 01 01 2C 96 00 03 E8 00 02 EE 00 9C 40",
      #"{"bpm":150,"kilocalories":40,"meters":750,"seconds":300,"sport":7,"status":1,"steps":1000,"type":"sport"}"#
    ),
    ("77 00 00", #"{"type":"sportStopped"}"#),
    (
      "69 0C 00 48 2A 1E 41 03 8E 78 50",
      #"{"beatIntervalMilliseconds":833,"bpm":72,"hrvMilliseconds":42,"rawTemperature":142,"status":"ok","stress":30,"#
        + #""type":"oneClick"}"#
    ),
    ("69 0C 01", #"{"status":"notWorn","type":"oneClick"}"#),
    (
      "69 0D 00 10 27 00 00 01 00 FF FF 00 20 48",
      #"{"bpm":72,"green":10000,"type":"vendorRawPPG","x":1,"y":-1,"z":8192}"#
    ),
    (
      "69 0E 00 10 27 11 27 01 00 FF FF 00 20",
      #"{"infrared":10001,"red":10000,"type":"vendorRawSpO2","x":1,"y":-1,"z":8192}"#
    ),
    ("6A 0D 48", #"{"of":"vendorRawPPG","type":"realTimeStopped"}"#),
    ("1E EE", #"{"command":"0x1E","reason":"unsupported","type":"error"}"#),
    ("1E 00 4B", #"{"of":"heartRate","status":"ok","type":"realTime","value":75}"#),
    ("69 08 01 2A", #"{"of":"stress","status":"ok","type":"realTime","value":42}"#),
    ("69 08 01", #"{"of":"stress","status":"notWorn","type":"realTime"}"#),
    ("7A FF", #"{"of":"praise","type":"noData"}"#),
  ])
  func `decode to the expected JSON`(front: String, expected: String) {
    #expect(decode([packet(front)]).map { line($0) } == [expected])
  }

  @Test(arguments: [
    "61 FF FF", "69 02 00 78", "69 04 00 10", "69 01 07 48", "1E 02 48", "1E 01", "73 77", "A1 05 01", "7B 01 05",
    "73 2A 02", "73 2D 05", "73 3A 03 96", "77 01 01", "77 02", "3B 01 01 00 01", "69 0D 02 10 20", "C9 01", "CA",
    "FF 66 66", "0F", "05 03 01", "16 03", "2C 05", "07 02 00 25 01 27",
    "43 25 13 01 00 00 01", "43 25 12 15 60 00 01", "43 25 12 15 00 02 02", "BC 01",
  ])
  func `without documentation stay unknown with their bytes`(front: String) {
    let frame = packet(front)
    let command = front.prefix(2)
    #expect(
      decode([frame], on: .commands).map { line($0) } == [
        #"{"command":"0x\#(command)","hex":"\#(Hexadecimal.string(frame))","type":"unknown"}"#
      ])
  }

  @Test(
    arguments: [
      ("3B 01 00 01 00", #"{"enabled":false,"of":"touch","type":"configure"}"#),
      ("77 02", #"{"type":"pauseSport"}"#), ("77 03 07", #"{"sport":7,"type":"resumeSport"}"#),
      ("77 04 07", #"{"sport":7,"type":"stopSport"}"#), ("7A 01 02", #"{"daysAgo":2,"of":"praise","type":"request"}"#),
      ("69 0D 25", #"{"of":"vendorRawPPG","seconds":25,"type":"startRealTime"}"#),
      ("6A 0E", #"{"of":"vendorRawSpO2","type":"stopRealTime"}"#),
      ("69 0C 25", #"{"of":"oneClick","seconds":25,"type":"startRealTime"}"#),
      ("3A 03 02 01", #"{"enabled":true,"of":"temperature","type":"configure"}"#),
      ("3A 03 02 01 1E 05 0A", #"{"enabled":true,"of":"temperature","type":"configure"}"#),
    ])
  func `decodes requests of an app`(front: String, expected: String) {
    #expect(decodeSent([packet(front)]).map { line($0) } == [expected])
  }

  @Test func `writes automatic temperature in the long form`() {
    let request = ColmiRing.Request.configureAutoMeasurement(of: .temperature, isEnabled: true)
    #expect(request.outgoing.bytes == packet("3A 03 02 01 1E 05 0A 00"))
  }

  @Test func `decodes interval temperatures in hundredths of a degree`() throws {
    let messages = decode([bytes("bc77080015ce013c01002a0e0000")])
    #expect(
      messages.map { line($0) } == [
        #"{"days":[{"daysAgo":1,"samples":[{"celsius":36.26,"time":"00:00"}]}],"type":"temperatureLog"}"#
      ])
    let today = try #require(CalendarDate("2026-05-27"))
    let sample = try #require(messages[0].entry(today: today, frames: [0])?.readings.samples.first)
    #expect(sample.value == 36.26 && sample.metric == .skinTemperature)
    #expect(sample.start.description == "2026-05-26T00:00:00")
  }

  @Test func `a heart-rate log whose timestamp is four bytes of FF has no day and no samples`() throws {
    let fronts = ["15 00 03 05", "15 01 FF FF FF FF 48", "15 02 49"]
    let messages = decode(fronts.map(packet))
    #expect(
      messages.map { line($0) } == [
        #"{"intervalMinutes":5,"samples":[{"bpm":72,"time":"00:00"},{"bpm":73,"time":"00:45"}],"type":"heartRateLog"}"#
      ])
    let today = try #require(CalendarDate("2026-05-27"))
    #expect(messages[0].entry(today: today, frames: [0])?.readings ?? Readings() == Readings())
    #expect(messages[0].namedDates.isEmpty)
  }

  @Test func `keeps a second packet of interval temperatures unknown`() {
    let frame = ColmiRing.BigData(id: 0x77, payload: [1, 60, 2, 1, 0x2A, 0x0E]).bytes
    #expect(decode([frame]).map(\.type) == ["unknown"])
  }

  @Test func `sums praise counts by hour, and ignores the captured zeros`() {
    let zeros = ["7A 00 05 3C", "7A 01 00", "7A 02", "7A 03", "7A 04"].map(packet)
    #expect(decode(zeros).map { line($0) } == [#"{"count":0,"daysAgo":0,"samples":[],"type":"praise"}"#])
    let counted = ["7A 00 05 3C", "7A 01 01 00 00 00 00 00 21", "7A 02 63", "7A 03", "7A 04"].map(packet)
    #expect(
      decode(counted).map { line($0) } == [
        #"{"count":132,"daysAgo":1,"samples":[{"count":33,"time":"05:00"},{"count":99,"time":"12:00"}],"type":"praise"}"#
      ])
  }

  @Test func `keeps praise counts after the day's last hour unknown, with all their bytes`() {
    let frames = ["7A 00 05 3C", "7A 01 00", "7A 02", "7A 03 05", "7A 04"].map(packet)
    let messages = decode(frames)
    #expect(messages.map(\.type) == Array(repeating: "unknown", count: 5))
  }

  @Test(arguments: [0x25, 0x27, 0x28, 0x2A, 0x3E, 0x77] as [UInt8])
  func `decodes empty big data as no data`(id: UInt8) {
    let message = decode([ColmiRing.BigData(id: id, payload: []).bytes])[0]
    guard case .noData = message else {
      Issue.record("\(line(message))")
      return
    }
  }

  @Test func `decodes temperatures in tenths of a degree above 20 °C`() {
    let day = ColmiRing.TemperatureLog.Day(daysAgo: 0, slots: [0, 142, 0, 150])
    #expect(
      line(ColmiRing.Message.temperatureLog(.init(days: [day])))
        == #"{"days":[{"daysAgo":0,"samples":[{"celsius":34.2,"time":"00:30"},{"celsius":35,"time":"01:30"}]}],"#
        + #""type":"temperatureLog"}"#)
  }

  @Test(arguments: ["0F 01", "C9 01", "CA 01"])
  func `firmware update and factory test are not in the vocabulary`(front: String) {
    #expect(decodeSent([packet(front)]).map { line($0) }[0].contains("unknown"))
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt8])
  func `no big data of firmware update is in the vocabulary`(id: UInt8) {
    let frame = ColmiRing.BigData(id: id, payload: [1]).bytes
    #expect(decodeSent([frame]).map { line($0) }[0].contains("unknown"))
  }

  @Test func `readings of a message have its frame numbers`() throws {
    let today = try #require(CalendarDate("2025-12-15"))
    let night = ColmiRing.SleepLog(
      .sleep,
      nights: [.init(daysAgo: 1, start: 1399, end: 457, stages: [.init(.deep, minutes: 498)])])
    let readings = try #require(ColmiRing.Message.sleepLog(night).entry(today: today, frames: [3, 4])?.readings)
    let slept = try #require(readings.nights.first)
    #expect(slept.start.description == "2025-12-13T23:19:00")
    #expect(slept.end.description == "2025-12-14T07:37:00")
    #expect(slept.provenance.frames == [3, 4])
    #expect(slept.provenance.decoder == ColmiRing.decoderName)
  }

  @Test func `live readings, pushes and raw values have no time and become no samples`() {
    for front in ["69 01 00 58", "73 2C 2F", "A1 02 32 5E", "03 40"] {
      let message = decode([packet(front)])[0]
      #expect(message.entry(today: CalendarDate(daysSince1970: 0), frames: [])?.readings ?? Readings() == Readings())
    }
  }
}
