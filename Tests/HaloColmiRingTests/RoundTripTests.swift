import HaloFuzzing
import HaloSimulatedRadio
import HaloHealth
import HaloWearables
import Testing

@testable import HaloColmiRing

@Suite("Encoding and decoding")
struct RoundTripTests {
  @Test(arguments: 0..<200)
  func `every request decodes to itself`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for request in ColmiRing.Request.everyKind(&random) {
      let outgoing = request.outgoing
      #expect(decodeSent([outgoing.bytes]) == [.request(request)], "\(request)")
      #expect(outgoing.channel == (outgoing.bytes[0] == 0xBC ? .bigData : .commands))
    }
  }

  @Test(arguments: 0..<200)
  func `every message of a ring decodes to itself`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for (message, frames) in ColmiRing.Message.everyKind(&random) {
      #expect(decode(frames) == [message], "\(message)")
    }
  }

  @Test func `values beyond the range of their bytes are clamped without a trap`() {
    let huge = Int.max
    let packets = [
      ColmiRing.Battery(percent: huge, isCharging: true).packet, ColmiRing.PacketSize(bytes: -1).packet,
      ColmiRing.TodayTotals(steps: huge, runningSteps: -1, calories: huge, meters: huge, activeMinutes: huge).packet,
      ColmiRing.RawAccelerometer(x: huge, y: .min, z: 5000).packet,
      ColmiRing.RawLight(.ppg, raw: huge, maximum: -1, minimum: 0, difference: 0).packet,
      ColmiRing.Request.configureGoals(
        .init(steps: huge, calories: huge, meters: -1, sportMinutes: huge, sleepMinutes: -1)
      ).outgoing.bytes,
    ].map { ($0 as? ColmiRing.Packet)?.bytes ?? ($0 as? [UInt8] ?? []) }
    for bytes in packets { #expect(ColmiRing.Packet(bytes) != nil) }
    let nights = (0..<300).map { _ in
      ColmiRing.SleepLog.Night(daysAgo: 999, start: 0, end: 1, stages: [.init(.light, minutes: 4000)])
    }
    #expect(ColmiRing.SleepLog(.sleep, nights: nights).bigData.payload.first == 255)
  }

  @Test func `a phone's name is truncated between characters`() {
    let sent = ColmiRing.Request.phoneName("Zoë's 📱phone").outgoing.bytes
    #expect(decodeSent([sent]) == [.request(.phoneName("Zoë's 📱p"))])
  }

  @Test func `Halo's requests equal the vendor's captured requests`() throws {
    let date = try #require(CalendarDate("2025-12-11"))
    let captured: [(ColmiRing.Request, String)] = [
      (
        .setTime(WallClock(date: date, secondOfDay: 22 * 3600 + 54 * 60 + 15), language: 1),
        "012512112254150100000000000000d5"
      ),
      (.sleep(daysAgo: nil, isOlder: false), "bc2702008180ff01"),
      (.sleep(daysAgo: nil, isOlder: true), "bc270100ff00ff"),
      (.spo2Log(daysAgo: nil), "bc2a0100ff00ff"), (.temperatureLog(days: 2), "bc2501003e8102"),
      (.temperatureLog(days: 6), "bc2501003f4206"), (.manualHeartRate(daysAgo: 0), "bc280100bf4000"),
    ]
    for (request, hex) in captured { #expect(Hexadecimal.string(request.outgoing.bytes) == hex) }
  }
}

extension ColmiRing.Request {
  /// Returns one request of every kind, with random values.
  static func everyKind(_ random: inout SeededGenerator) -> [ColmiRing.Request] {
    func byte() -> UInt8 { .random(in: .min ... .max, using: &random) }
    let wallClock = WallClock(
      date: CalendarDate(daysSince1970: .random(in: 10_957..<47_482, using: &random)),
      secondOfDay: .random(in: 0..<86_400, using: &random))
    let goals = ColmiRing.Goals(
      steps: .random(in: 0..<1 << 24, using: &random), calories: .random(in: 0..<1 << 24, using: &random),
      meters: .random(in: 0..<1 << 24, using: &random), sportMinutes: .random(in: 0..<1 << 16, using: &random),
      sleepMinutes: .random(in: 0..<1 << 16, using: &random))
    let some: UInt8? = Bool.random(using: &random) ? nil : .random(in: 0..<255, using: &random)
    var requests: [ColmiRing.Request] = [
      .setTime(wallClock, language: byte()), .battery, .phoneName("Halo \(byte())"), .dayTotals(daysAgo: byte()),
      .powerOff, .heartRateLog(timestamp: .random(in: .min ... .max, using: &random)), .heartRateLogSettings,
      .configureHeartRateLog(isEnabled: .random(using: &random), intervalMinutes: byte()), .goals,
      .configureGoals(goals), .deviceSupport, .activity(daysAgo: byte()), .todayTotals, .findDevice,
      .rawStream(on: .random(using: &random)), .endRawStream, .factoryReset,
      .sleep(daysAgo: some, isOlder: .random(using: &random)),
      .spo2Log(daysAgo: some), .temperatureLog(days: byte()), .manualHeartRate(daysAgo: byte()),
      .heartRateLog(of: wallClock.date), .praise(daysAgo: byte()),
      .intervalTemperature(daysAgo: byte(), packet: byte()),
      .configureTouch(.enabled(.random(using: &random))), .configureTouch(.allEvents), .preferences,
      .configurePreferences(.random(using: &random)),
      .configureTemperatureWithoutSchedule(isEnabled: .random(using: &random)), .endRawStreamOfH59, .storedDays,
      .sleepQuarters(daysAgo: .random(in: 0...29, using: &random)), .sleepSummary(daysAgo: byte()),
    ]
    requests += ColmiRing.CameraMode.allCases.map { .camera($0) }
    requests += ColmiRing.SportControl.allCases.map { .sport($0, sport: byte()) }
    for measurement in ColmiRing.VendorMeasurement.allCases {
      requests += [
        .startVendorMeasurement(measurement, seconds: .random(in: 0..<100, using: &random)),
        .stopVendorMeasurement(measurement),
      ]
    }
    requests += LiveAction.allCases.map { .olderRealTime($0) }
    for quantity in ColmiRing.AutoMeasurement.Quantity.allCases {
      requests += [
        .autoMeasurement(of: quantity), .configureAutoMeasurement(of: quantity, isEnabled: .random(using: &random)),
      ]
    }
    requests += ColmiRing.HalfHourLog.Quantity.allCases.map { .halfHourLog($0, daysAgo: byte()) }
    for quantity in ColmiRing.RealTime.Quantity.allCases {
      requests += [
        .startRealTime(quantity), .continueRealTime(quantity), .stopRealTime(quantity, lastValue: byte()),
      ]
    }
    return requests
  }
}

extension ColmiRing.Preferences {
  fileprivate static func random(using random: inout SeededGenerator) -> ColmiRing.Preferences {
    .init(
      WearerProfile(
        clockHours: Bool.random(using: &random) ? 12 : 24, units: Bool.random(using: &random) ? .metric : .imperial,
        gender: WearerProfile.Gender.allCases.randomElement(using: &random) ?? .other,
        age: .random(in: 1..<120, using: &random), heightCentimeters: .random(in: 50..<250, using: &random),
        weightKilograms: .random(in: 20..<250, using: &random)))
  }
}

extension ColmiRing.Message {
  /// Returns one message of every kind that a ring sends, with its encoded frames.
  static func everyKind(_ random: inout SeededGenerator) -> [(ColmiRing.Message, [[UInt8]])] {
    typealias Ring = ColmiRing
    func int(_ range: Range<Int>) -> Int { .random(in: range, using: &random) }
    func flag() -> Bool { .random(using: &random) }
    func slots(_ count: Int) -> [UInt8] { (0..<count).map { _ in flag() ? 0 : UInt8(int(1..<256)) } }
    let date = CalendarDate(daysSince1970: int(10_957..<47_482))
    var all: [(ColmiRing.Message, [[UInt8]])] = []

    let battery = Ring.Battery(percent: int(0..<101), isCharging: flag())
    all += [(.battery(battery), [battery.packet.bytes]), (.battery(battery), [battery.pushPacket.bytes])]
    let capabilities = Ring.Capabilities(rawValue: int(0..<256))
    all.append((.capabilities(capabilities), [capabilities.packet.bytes]))
    let size = Ring.PacketSize(bytes: int(0..<256))
    all.append((.packetSize(size), [size.packet.bytes]))
    let settings = Ring.HeartRateLogSettings(isEnabled: flag(), intervalMinutes: flag() ? nil : int(0..<256))
    all.append((.heartRateLogSettings(settings), [settings.packet.bytes]))
    for quantity in Ring.AutoMeasurement.Quantity.allCases {
      let auto = Ring.AutoMeasurement(of: quantity, isEnabled: flag())
      all.append((.autoMeasurement(auto), [auto.packet.bytes]))
    }
    let minutes = [5, 10, 15, 20, 30, 60][int(0..<6)]
    let log = Ring.HeartRateLog(
      timestamp: .random(in: .min ... .max, using: &random), intervalMinutes: minutes, slots: slots(1440 / minutes))
    all.append((.heartRateLog(log), frames(log.packets)))
    let scale = flag() ? 10 : 1
    let activity = Ring.Activity(
      date: date,
      intervals: (0..<96).shuffled(using: &random).prefix(int(1..<25)).map {
        .init(quarterHour: $0, steps: int(0..<65_536), calories: int(0..<6554) * scale, meters: int(0..<65_536))
      })
    all.append((.activity(activity), frames(activity.packets)))
    let today = Ring.TodayTotals(
      steps: int(0..<1 << 24), runningSteps: int(0..<1 << 24), calories: int(0..<1 << 24), meters: int(0..<1 << 24),
      activeMinutes: int(0..<65_536))
    all.append((.todayTotals(today), [today.packet.bytes]))
    let totals = Ring.DayTotals(
      daysAgo: int(0..<128), date: date, steps: int(0..<1 << 24), runningSteps: int(0..<1 << 24),
      calories: int(0..<1 << 24), meters: int(0..<1 << 24), activeMinutes: int(0..<65_536),
      sleepMinutes: int(0..<65_536))
    all.append((.dayTotals(totals), frames(totals.packets)))
    for quantity in Ring.RealTime.Quantity.allCases {
      for status in Ring.RealTime.Status.allCases {
        let live = Ring.RealTime(
          of: quantity, status: status, value: int(1..<256), beatIntervalMilliseconds: flag() ? nil : int(1..<65_536))
        all.append((.realTime(live), [live.packet.bytes]))
      }
      let stopped = Ring.RealTimeStopped(of: quantity, value: flag() ? nil : int(1..<256))
      all.append((.realTimeStopped(stopped), [stopped.packet.bytes]))
    }
    let live = Ring.LiveActivity(steps: int(0..<1 << 24), calories: int(0..<1 << 24), meters: int(0..<1 << 24))
    all.append((.liveActivity(live), [live.packet.bytes]))
    for event in Ring.Push.Event.allCases {
      let push = Ring.Push(event, value: flag() ? nil : int(1..<256))
      all.append((.push(push), [push.packet.bytes]))
    }
    for gesture in Ring.Touch.Gesture.allCases {
      let touch = Ring.Touch(gesture)
      all.append((.touch(touch), [touch.packet.bytes]))
    }
    let started = Ring.SportAnswer.started(unixTime: .random(in: .min ... .max, using: &random))
    all.append((.sportAnswer(started), [started.packet.bytes]))
    let sport = Ring.Sport(
      sport: int(0..<256), status: int(0..<256), seconds: int(0..<65_536), bpm: flag() ? nil : int(1..<256),
      steps: int(0..<1 << 24), meters: int(0..<1 << 24), calories: int(0..<1 << 24))
    all.append((.sport(sport), [sport.packet.bytes]))
    all.append((.sportAnswer(.stopped), [Ring.SportAnswer.stopped.packet.bytes]))
    let oneClick = Ring.OneClick(
      status: .ok, bpm: int(1..<256), hrvMilliseconds: flag() ? nil : int(1..<256), stress: flag() ? nil : int(1..<256),
      beatIntervalMilliseconds: flag() ? nil : int(1..<65_536), rawTemperature: flag() ? nil : int(1..<256))
    all.append((.oneClick(oneClick), [oneClick.packet.bytes]))
    for light in [Ring.VendorRaw.Light.green(int(0..<65_536)), .red(int(0..<65_536), infrared: int(0..<65_536))] {
      let reading = Ring.VendorRaw(
        light, x: int(-32_768..<32_768), y: int(-32_768..<32_768), z: int(-32_768..<32_768),
        value: flag() ? nil : int(1..<256))
      all.append((.vendorRaw(reading), [reading.packet.bytes]))
    }
    for measurement in Ring.VendorMeasurement.allCases {
      let stopped = Ring.VendorMeasurementStopped(of: measurement)
      all.append((.vendorMeasurementStopped(stopped), [stopped.packet.bytes]))
    }
    let praise = Ring.Praise(daysAgo: int(0..<256), slots: slots(24))
    all.append((.praise(praise), frames(praise.packets)))
    let hours = Ring.IntervalTemperature(
      daysAgo: int(0..<256), packetCount: int(1..<256), slots: slots(24).map { UInt16($0) << 4 })
    all.append((.intervalTemperature(hours), [hours.bigData.bytes]))
    for quantity in Ring.HalfHourLog.Quantity.allCases {
      let log = Ring.HalfHourLog(quantity, daysAgo: int(0..<256), slots: slots(48))
      all.append((.halfHourLog(log), frames(log.packets)))
    }
    let oxygen = Ring.SpO2Log(
      days: (0..<int(1..<8)).reversed().map { day in
        .init(
          daysAgo: day,
          hours: (0..<24).filter { _ in flag() }.map { .init(hour: $0, minimum: int(70..<100), maximum: int(70..<101)) }
        )
      })
    all.append((.spo2Log(oxygen), [oxygen.bigData.bytes]))
    for kind in Ring.SleepLog.Kind.allCases {
      let sleep = Ring.SleepLog(
        kind,
        nights: (0..<int(1..<8)).map { day in
          .init(
            daysAgo: day, start: int(0..<1440), end: int(0..<1440),
            stages: (0..<int(0..<30)).map { _ in .init(code: UInt8(int(0..<256)), minutes: int(0..<256)) })
        })
      all.append((.sleepLog(sleep), [sleep.bigData.bytes]))
    }
    let temperature = Ring.TemperatureLog(days: (0..<int(1..<4)).map { .init(daysAgo: $0, slots: slots(48)) })
    all.append((.temperatureLog(temperature), [temperature.bigData.bytes]))
    let manual = Ring.ManualHeartRate(
      samples: (0..<int(1..<9)).map { .init(daysAgo: $0, time: TimeOfDay(minutes: int(0..<1440)), bpm: int(0..<256)) })
    all.append((.manualHeartRate(manual), [manual.bigData.bytes]))
    for kind in Ring.RawLight.Kind.allCases {
      let light = Ring.RawLight(
        kind, raw: int(0..<65_536), maximum: int(0..<65_536), minimum: int(0..<65_536), difference: int(0..<65_536))
      all.append((.rawLight(light), [light.packet.bytes]))
    }
    let acceleration = Ring.RawAccelerometer(x: int(-2048..<2048), y: int(-2048..<2048), z: int(-2048..<2048))
    all.append((.rawAccelerometer(acceleration), [acceleration.packet.bytes]))
    let goals = Ring.Goals(
      steps: int(0..<1 << 24), calories: int(0..<1 << 24), meters: int(0..<1 << 24), sportMinutes: int(0..<65_536),
      sleepMinutes: int(0..<65_536))
    all.append((.goals(goals), [goals.packet.bytes]))
    let support = Ring.DeviceSupport(
      wantsBond: flag(), features: Set(Ring.DeviceSupport.Feature.allCases.filter { _ in flag() }))
    all.append((.deviceSupport(support), [support.packet.bytes]))
    all.append((.deviceSupport(.fixed), [Ring.DeviceSupport.fixed.packet.bytes]))
    all.append((.camera(Ring.Camera()), [Ring.Camera().packet.bytes]))
    let stored = Ring.StoredDays(daysAgo: (0..<32).filter { _ in flag() })
    all.append((.storedDays(stored), [stored.packet.bytes]))
    let quarters = Ring.SleepQuarters(
      date: date,
      quarters: (0..<96).filter { _ in flag() }.map {
        .init($0, Ring.SleepQuarters.Kind(rawValue: UInt8(int(0..<6))), minutes: int(0..<16), quality: int(0..<256))
      })
    if !quarters.quarters.isEmpty { all.append((.sleepQuarters(quarters), quarters.packets.map(\.bytes))) }
    let stages = (0..<int(1..<41)).map { _ in Ring.SleepLog.Stretch(code: UInt8(int(0..<6)), minutes: int(0..<256)) }
    let daysAgo = int(0..<256)
    let night = Ring.SleepLog.Night(daysAgo: daysAgo, start: int(0..<1440), end: int(0..<1440), stages: stages)
    let summary = Ring.SleepSummary(daysAgo: daysAgo, flag() ? night : nil)
    all.append((.sleepSummary(summary), [summary.bigData.bytes]))
    all += [0x04, 0x08, 0x0A, 0x10, 0x21, 0x50, 0xA1].compactMap { Ring.Acknowledged(command: $0) }.map {
      (.acknowledged($0), [$0.packet.bytes])
    }
    let error = Ring.DeviceError(command: UInt8(int(0..<33)), code: UInt8(int(0..<256)))
    all.append((.error(error), [error.packet.bytes]))
    return all
  }
}
