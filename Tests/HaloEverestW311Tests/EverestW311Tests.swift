import HaloText
import HaloBluetooth
import HaloEverestW311
import HaloHealth
import HaloHeartRateMonitor
import HaloSimulatedRadio
import HaloTesting
import HaloWearables
import Testing

/// Decodes a watch's frames, including `finish`.
private func decodeWatch(
  _ frames: [[UInt8]], on channel: EverestW311.Channel? = nil
) -> [EverestW311.Message] {
  var decoder = EverestW311.ReceivedDecoder()
  var messages: [EverestW311.Message] = []
  for frame in frames { decoder.receive(frame, on: channel) { message, _ in messages.append(message) } }
  decoder.finish { message, _ in messages.append(message) }
  return messages
}

@Suite("Frames of an Everest W311")
struct EverestW311Tests {
  private let date = CalendarDate(daysSince1970: 20_777)
  private let totals = EverestW311.StepTotals(
    date: CalendarDate(daysSince1970: 20_777), steps: 8412, kilocalories: 312, meters: 5900, activeMinutes: 74)

  // MARK: Examples of the protocol documentation

  @Test(arguments: EverestW311.Display.Page.allCases)
  func `a page has its name in messages`(page: EverestW311.Display.Page) {
    #expect(page.name.description == "\(page)")
  }

  @Test(arguments: ["BE", "DE"])
  func `decodes the example's alarms: five slots, the first and the third on`(sender: String) throws {
    let frame = bytes(sender + "0109FE05110A2D110F5211141511191D111E31")
    let found: EverestW311.Alarms? =
      if sender == "BE" {
        if case .request(.setAlarms(let alarms)) = EverestW311.SentMessage(frame) { alarms } else { nil }
      } else {
        if case .alarms(let alarms) = decodeWatch([frame]).first { alarms } else { nil }
      }
    let alarms = try #require(found).alarms
    #expect(alarms.map(\.isEnabled) == [true, false, true, false, false])
    #expect(alarms.map(\.time.description) == ["17:10", "17:15", "17:20", "17:25", "17:30"])
    #expect(alarms[0].weekdays == [0, 2, 3, 5])
    #expect(alarms.allSatisfy { !$0.isWeekly })
  }

  @Test func `ignores empty slots in every encoding; bit 7 means every week`() {
    let frame = bytes("DE0109FE 05 FFFF00 FEFEFE 06 2D BE 000000 00 00 00")
    guard case .alarms(let alarms) = decodeWatch([frame]).first else {
      Issue.record("no alarms")
      return
    }
    #expect(
      alarms.alarms == [
        Alarm(slot: 2, isEnabled: true, time: TimeOfDay(minutes: 405), weekdays: [1, 2, 3, 4, 5], isWeekly: true)
      ])
  }

  @Test(arguments: [
    (
      "DE0201FE 07EA 0B 14 000020DC 00000138 024E 004A",
      #"{"activeMinutes":74,"date":"2026-11-20","kilocalories":312,"meters":5900,"steps":8412,"type":"realTimeSteps"}"#
    ),
    ("DE0101ED", #"{"group":"0x01","key":"0x01","type":"acknowledged"}"#),
    ("DE0109ED", #"{"group":"0x01","key":"0x09","type":"acknowledged"}"#),
    ("DE020106", #"{"of":"history","type":"noData"}"#),
    ("DE0610ED", #"{"type":"findPhone"}"#),
    (
      "DE0609FB 573331310000 01 01 17 00000000 57 0000",
      #"{"batteryPercent":87,"firmware":"1.23","flags":"00000000","hardware":1,"model":"W311","type":"watchInformation"}"#
    ),
    (
      "DE0108FE 00 01 02 0C FF FE FF FF FF FF FF FF FF FF FF FF",
      #"{"pages":["logo","time","steps","heartRate"],"type":"display","verified":false}"#
    ),
    (
      "DE0103FB 07C8 05 11 003F 001F40 004B 08 00",
      #"{"birthday":"1992-05-17","stride":75,"targetSleepMinutes":480,"targetSteps":8000,"type":"userData","#
        + #""verified":false,"weight":63}"#
    ),
    (
      "DE0205FB 07EA0B0D 07EA0B13",
      #"{"first":"2026-11-13","last":"2026-11-19","type":"historyRange","verified":false}"#
    ),
    ("DE0177FE0102", #"{"command":"0x77","hex":"de0177fe0102","type":"unknown"}"#),
    ("DE01", #"{"hex":"de01","reason":"length","type":"corrupt"}"#),
  ])
  func `decodes the documented messages`(frame: String, expected: String) {
    #expect(decodeWatch([bytes(frame)]).map { line($0) } == [expected])
  }

  @Test(arguments: [
    (
      "BE0101FE 00 01 04 04 07EA 0B 14 05 08 0F 1E",
      #"{"clockHours":24,"metric":true,"minutesFromGMT":120,"type":"setTime","wallClock":"2026-11-20T08:15:30"}"#
    ),
    ("BE0203ED", #"{"of":"realTimeSteps","type":"startRealTime"}"#),
    ("BE0204ED", #"{"of":"realTimeSteps","type":"stopRealTime"}"#),
    ("BE0201FE 07EA 0B 14 00", #"{"date":"2026-11-20","of":"history","type":"request"}"#),
    ("BE0210FE 07EA 0B 14 00", #"{"date":"2026-11-20","of":"heartRateHistory","type":"request"}"#),
    ("BE0109ED", #"{"of":"alarms","type":"request"}"#),
    ("BE0609FB", #"{"of":"watchInformation","type":"request"}"#),
    ("BE060FED", #"{"name":"findDevice","type":"command"}"#),
    ("BE010DED", #"{"name":"factoryReset","type":"command"}"#),
    ("BE0202FE 07EA0B14", #"{"command":"0x02","hex":"be0202fe07ea0b14","type":"unknown"}"#),
  ])
  func `decodes the documented requests`(frame: String, expected: String) {
    #expect(line(EverestW311.SentMessage(bytes(frame))) == expected)
  }

  // MARK: Days

  @Test func `totals alone, or followed by one packet of details, are live totals`() {
    let details = EverestW311.DayDetails(
      sleepMinutes: 420, restMinutes: 540, walkMinutes: [74, 20, 44, 10], runMinutes: [1, 2, 3], batteryPercent: 87)
    #expect(decodeWatch([totals.bytes]) == [.realTimeSteps(totals)])
    let both: [EverestW311.Message] = [.realTimeSteps(totals), .dayDetails(details)]
    #expect(decodeWatch([totals.bytes, details.bytes]) == both)
    // Regression test for a bug of another program: sleep of 256 minutes or more begins with a byte that is not 0.
    #expect(details.bytes[0] == 1)
    #expect(decodeWatch([totals.bytes, details.bytes, totals.bytes, details.bytes], on: .realTime) == both + both)
  }

  @Test
  func `sleep slots have three bytes today and two on other days, and extend over missing slots`() {
    func cells(_ slots: String) -> [EverestW311.DayHistory.Cell?]? {
      let slots = bytes(slots)
      let details = [UInt8](repeating: 0, count: 18) + [0x57, 0]
      let goals = bytes("004B 003F 001F40 01E0 00 \(slots.count < 16 ? "0" : "")\(String(slots.count, radix: 16))")
      let frames = [
        totals.bytes, details, goals + [UInt8](repeating: 0, count: 20 - goals.count), slots, bytes("DE0201ED"),
      ]
      guard case .dayHistory(let history) = decodeWatch(frames).first, history.layout == .fiveMinutes else {
        return nil
      }
      return history.cells
    }
    #expect(cells("00 80 00 01 81 00 02 00 10") == [.sleep(.deep), .sleep(.light), .steps(16)])
    #expect(cells("00 80 01 81 02 00 10") == [.sleep(.deep), .sleep(.light), .steps(16)])
    #expect(
      cells("00 00 05 03 82 04 83") == [
        .steps(5), .sleep(.veryLight), .sleep(.veryLight), .sleep(.veryLight), .sleep(.awake),
      ])
  }

  @Test func `a day without its end is incomplete, and one of unknown layout keeps its bytes`() {
    let packets = [totals.bytes] + (0..<4).map { [UInt8](repeating: 0x40 + $0, count: 20) }
    #expect(decodeWatch(packets).map { line($0) } == [#"{"frames":5,"of":"history","type":"incomplete"}"#])
    let ended = decodeWatch(packets + [bytes("DE0201ED")])
    #expect(ended.count == 1)
    #expect(ended.first.map { line($0).contains(#""type":"unknown""#) } == true)
    #expect(ended.first.map { line($0).contains(Hexadecimal.string(packets[4])) } == true)
  }

  @Test func `heart rates of older firmware have a one-byte count and one rate per half hour`() {
    let frames = ["DE0210FE 07EA 0B 14 03 3E 00 41", "DE0210ED"].map { bytes($0) }
    let expected = EverestW311.HeartRateHistory(date: date, rates: [0x3E, 0, 0x41], isHalfHourly: true)
    #expect(decodeWatch(frames) == [.heartRateHistory(expected)])
  }

  // MARK: Both directions

  @Test(arguments: 0..<200)
  func `every message decodes to itself, and single frames are encoded unchanged`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for message in Self.everyKind(&random) {
      #expect(decodeWatch(message.frames) == [message], "\(message)")
      #expect(message.frames.allSatisfy { $0.count <= 20 })
    }
  }

  @Test(arguments: 0..<200)
  func `every request decodes to itself`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let date = CalendarDate(daysSince1970: .random(in: 0...40_000, using: &random))
    let clock = EverestW311.ClockSetting(
      WallClock(date: date, secondOfDay: .random(in: 0..<86_400, using: &random)),
      secondsFromGMT: .random(in: -12...14, using: &random) * 3600, isMetric: .random(using: &random),
      is24Hours: .random(using: &random))
    let requests: [EverestW311.Request] = [
      .setTime(clock), .setUserData(Self.userData(&random)), .userData, .setDisplay(Self.display(&random)), .display,
      .setAlarms(Self.alarms(&random)), .alarms, .realTime(true), .realTime(false), .historyRange, .day(date),
      .heartRateHistory(date), .information, .findWatch, .findPhoneAnswer, .factoryReset,
    ]
    for request in requests {
      #expect(EverestW311.Request(request.bytes) == request, "\(request)")
      #expect(request.bytes.count <= 20)
    }
  }

  @Test(arguments: 0..<100)
  func `converts Halo's alarms to the watch's and back`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alarms = (0..<5).filter { _ in Bool.random(using: &random) }.map { slot in
      Alarm(
        slot: slot, isEnabled: true, time: TimeOfDay(minutes: .random(in: 0..<1440, using: &random)),
        weekdays: Set((0..<7).filter { _ in Bool.random(using: &random) }), isWeekly: .random(using: &random))
    }
    #expect(EverestW311.Alarms(alarms).alarms == alarms)
  }

  private static func everyKind(_ random: inout SeededGenerator) -> [EverestW311.Message] {
    let date = CalendarDate(daysSince1970: .random(in: 0...40_000, using: &random))
    let totals = EverestW311.StepTotals(
      date: date, steps: .random(in: 0...99_999, using: &random), kilocalories: .random(in: 0...9999, using: &random),
      meters: .random(in: 0...65_535, using: &random) * 10, activeMinutes: .random(in: 0...1440, using: &random))
    let rates = (0..<Int.random(in: 0...288, using: &random)).map { _ in UInt8.random(in: 0...199, using: &random) }
    var messages: [EverestW311.Message] = [
      .realTimeSteps(totals), .alarms(alarms(&random)), .display(display(&random)), .userData(userData(&random)),
      .watchInformation(
        .init(
          model: "W311N", hardware: .random(in: 0...255, using: &random),
          firmware: (.random(in: 0...255, using: &random), .random(in: 0...255, using: &random)),
          batteryPercent: .random(in: 0...100, using: &random))),
      .historyRange(.init(first: date, last: date.adding(days: 6))), .historyRange(.init(first: nil, last: nil)),
      .heartRateHistory(.init(date: date, rates: rates)),
      .heartRateHistory(.init(date: date, rates: [UInt8](rates.prefix(48)), isHalfHourly: true)),
      .findPhone, .noData(.day), .noData(.heartRate), .acknowledged(group: 1, key: 9),
    ]
    for layout in EverestW311.DayHistory.Layout.allCases {
      let count = Int.random(in: 0...layout.cellCount, using: &random)
      let cells = (0..<count).map { _ -> EverestW311.DayHistory.Cell? in
        switch UInt8.random(in: 0..<10, using: &random) {
        case 0: nil
        case 1...4: .sleep(EverestW311.DayHistory.Sleep.allCases.randomElement(using: &random) ?? .deep)
        default: .steps(.random(in: 0...(layout == .minutes ? 249 : 2000), using: &random))
        }
      }
      messages.append(
        .dayHistory(
          .init(totals: totals, layout: layout, sleepMinutes: .random(in: 0...720, using: &random), cells: cells)))
    }
    return messages
  }

  private static func alarms(_ random: inout SeededGenerator) -> EverestW311.Alarms {
    EverestW311.Alarms(
      mask: .random(in: 0...31, using: &random),
      slots: (0..<5).map { _ in
        Bool.random(using: &random)
          ? .empty
          : .init(
            TimeOfDay(minutes: .random(in: 0..<1440, using: &random)), repetition: .random(in: 0...255, using: &random))
      })
  }

  private static func display(_ random: inout SeededGenerator) -> EverestW311.Display {
    EverestW311.Display(EverestW311.Display.Page.allCases.filter { _ in Bool.random(using: &random) })
  }

  private static func userData(_ random: inout SeededGenerator) -> EverestW311.UserData {
    EverestW311.UserData(
      WearerData(
        birthday: CalendarDate(daysSince1970: .random(in: -10_000...20_000, using: &random)),
        weight: .random(in: 30...200, using: &random), targetSteps: .random(in: 0...99_999, using: &random),
        stride: .random(in: 30...120, using: &random), targetSleepMinutes: .random(in: 0..<1440, using: &random)))
  }

  // MARK: Advertisements

  @Test(
    arguments: [
      ("W311N_0A1B", ["180D"], WearableMatch.certain), ("W311", [], .likely),
      (nil, ["7905FF00-B5CE-4E99-A40F-4B1E122D00D0"], .certain),
      (nil, ["D0A2FF00-2996-D38B-E214-86515DF5A1DF"], .certain),
      ("Polar H10 5FC", ["180D"], nil), (nil, ["180D"], nil), ("W31 1", [], nil), ("w311", [], nil),
      ("Treadmill W311", ["1826"], nil), ("R02_A1B2", [], nil), (nil, [], nil),
    ] as [(String?, [String], WearableMatch?)])
  func `recognizes a watch by its services or a name with W311, and leaves the bare heart-rate service to straps`(
    name: String?, services: [String], expected: WearableMatch?
  ) {
    let advertisement = Advertisement(
      device: DeviceID("W"), name: name, services: services.compactMap { BluetoothUUID($0) })
    #expect(EverestW311Driver.match(advertisement) == expected)
    // The driver of straps has lower certainty for a watch.
    if expected != nil { #expect(HeartRateMonitorDriver.match(advertisement) != .certain) }
  }
}
