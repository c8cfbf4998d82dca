import HaloTesting
import Foundation
import HaloBluetooth
import HaloEverestW311
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("An Everest W311 on the simulated radio")
struct VirtualWatchTests {
  private static let evening = WallClock(date: CalendarDate(daysSince1970: 20_777), minuteOfDay: 1096)

  /// Adds a virtual watch to the simulated radio; `connect` calls its body with the watch's driver, over a new link
  /// each time.
  private func withWatch(
    layout: EverestW311.DayHistory.Layout = .minutes, isVariant: Bool = false, hasDisputedDisplay: Bool = false,
    recorder: FrameList = FrameList(),
    _ body:
      @Sendable (
        VirtualEverestW311, SimulatedEnvironment,
        _ connect: @Sendable (@Sendable (EverestW311Driver) async throws -> Void) async throws -> Void
      ) async throws -> Void
  ) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.evening, zone: .hoursEast(8))
      let time = home.time
      let watch = VirtualEverestW311(
        wearer: SimulatedPerson(seed: 7), layout: layout, isVariant: isVariant,
        hasDisputedDisplay: hasDisputedDisplay
      ) { time.wallClock }
      await home.medium.add(watch)
      let central = home.medium.central()
      try await body(watch, home) { work in
        try await central.withConnection(to: watch.profile.device, label: "watch", timeout: .seconds(5)) { link in
          try await RecordingConnection.with(link, recorder: recorder, time: home.time) { link in
            try await EverestW311Driver.withDriver(over: link, home.driver) { try await work($0) }
          }
        }
      }
    }
  }

  @Test(arguments: [false, true])
  func `stores alarms across links and returns them unchanged`(isVariant: Bool) async throws {
    let requested = [
      Alarm(slot: 0, isEnabled: true, time: TimeOfDay(minutes: 405), weekdays: [1, 2, 3, 4, 5], isWeekly: true),
      Alarm(slot: 3, isEnabled: false, time: TimeOfDay(minutes: 570), weekdays: [0, 6]),
    ]
    try await withWatch(isVariant: isVariant) { watch, _, connect in
      try await connect { driver in
        let before = try await driver.alarms()
        #expect(before.isEmpty)
        let actual = try await driver.setAlarms(requested)
        #expect(actual == requested)
      }
      try await connect { driver in
        let kept = try await driver.alarms()
        #expect(kept == requested)
      }
      #expect(watch.alarms == requested)
    }
  }

  @Test func `gets the local time as the first request, once it is ready`() async throws {
    let recorder = FrameList()
    try await withWatch(recorder: recorder) { watch, home, connect in
      let begin = home.time.now
      try await connect { _ in }
      let setting = try #require(watch.clockSettings.first)
      #expect(setting.minutesFromGMT == 480)
      #expect(setting.wallClock.date == Self.evening.date)
      let first = try #require(await recorder.frames.first { $0.direction == .sent })
      #expect(first.time.timeIntervalSince(begin) >= 3)
      #expect(first.bytes.starts(with: [0xBE, 0x01, 0x01, 0xFE]))
    }
  }

  @Test func `sets pages and user data, vibrates, and cannot be turned off`() async throws {
    try await withWatch { watch, _, connect in
      try await connect { driver in
        #expect(try await driver.setDisplayPages(["time", "heart-rate"], by: nil) == ["time", "heart-rate"])
        #expect(watch.pages == [.time, .heartRate])
        let unknown = try await driver.wearerData()
        #expect(unknown == nil)
        let data = WearerData(
          birthday: CalendarDate(daysSince1970: 8172), weight: 63, targetSteps: 8000, stride: 75,
          targetSleepMinutes: 480)
        let known = try await driver.setWearerData(data)
        #expect(known?.targetSteps == 8000 && known?.birthday == data.birthday)
        let find = try #require(EverestW311Driver.actions.first { $0.id == "find" })
        _ = try await driver.perform(find.request())
        #expect(watch.vibrations == 1)
        #expect(!EverestW311Driver.actions.contains { $0.id == "power-off" })
      }
    }
  }

  @Test func `a watch with its display at key 03 is read and set by that reading, and keeps its pages from user data`()
    async throws
  {
    try await withWatch(hasDisputedDisplay: true) { watch, _, connect in
      try await connect { driver in
        let article = EverestW311Driver.displayReadings[1]
        let usual = try await driver.displayPages(by: nil)
        let pages = try await driver.displayPages(by: article)
        let stored = try await driver.setDisplayPages(["time", "steps"], by: article)
        #expect(usual == nil)
        #expect(pages?.first == "logo")
        #expect(stored == ["time", "steps"])
        let data = WearerData(
          birthday: CalendarDate(daysSince1970: 8172), weight: 63, targetSteps: 8000, stride: 75,
          targetSleepMinutes: 480)
        await #expect(throws: ConfigurableError.self) { try await driver.setWearerData(data) }
        #expect(watch.pages == [.time, .steps])
      }
    }
  }

  @Test func `sends live steps with the day's totals, and stops afterwards`() async throws {
    try await withWatch { watch, home, connect in
      try await connect { driver in
        let readings = try await driver.withLiveMeasurement(of: .steps) { stream in
          var readings: [LiveReading] = []
          for await reading in stream {
            readings.append(reading)
            if readings.count == 5 { break }
          }
          #expect(watch.isRealTime)
          return readings
        }
        let counts = readings.compactMap(\.totals?.steps)
        #expect(counts.count == 5)
        #expect(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
        #expect(readings.allSatisfy { $0.totals?.date == Self.evening.date })
        #expect(!watch.isRealTime)
      }
    }
  }

  @Test func `sends its heart rate through the standard service, but no HRV`() async throws {
    try await withWatch { _, _, connect in
      try await connect { driver in
        let first = try await driver.withLiveMeasurement(of: .heartRate) { stream in
          for await reading in stream { return reading }
          return LiveReading(state: .noData)
        }
        guard case .value(let bpm) = first.state else {
          Issue.record("\(first.state)")
          return
        }
        #expect((40...200).contains(bpm))
        await #expect(throws: LiveMeasuringError.self) {
          try await driver.withLiveMeasurement(of: .heartRateVariability) { _ in }
        }
      }
    }
  }

  @Test(arguments: EverestW311.DayHistory.Layout.allCases)
  func `syncs a week in both layouts: steps, nights across midnight, and heart rates`(
    layout: EverestW311.DayHistory.Layout
  ) async throws {
    let recorder = FrameList()
    try await withWatch(layout: layout, recorder: recorder) { _, _, connect in
      try await connect { driver in
        let report = try await driver.sync()
        let contents = EverestW311Driver.read(await recorder.frames, advertisedName: nil)
        let readings = contents.logReadings
        #expect(report.missed.isEmpty && report.unsupported.isEmpty)
        #expect(report.identity.model == "W311" && report.battery?.percent == 87)
        let today = Self.evening.date
        for daysAgo in 1..<7 {
          let truth = SimulatedPerson(seed: 7).day(today.adding(days: -daysAgo))
          let counted = readings.samples.filter { $0.metric == .steps && $0.start.date == truth.date }
          #expect(counted.reduce(0) { $0 + Int($1.value) } == truth.hours.reduce(0) { $0 + $1.steps })
          let rates = readings.samples.filter { $0.metric == .heartRate && $0.start.date == truth.date }
          #expect(rates.count == 288)
          guard daysAgo < 6 else { continue }
          let night = try #require(readings.nights.first { $0.kind == .night && $0.end.date == truth.date })
          let difference = night.minutes - (truth.night.end - truth.night.start)
          #expect(abs(difference) <= (layout == .minutes ? 0 : 10), "\(truth.date)")
        }
        // The evening before the first day is unknown.
        #expect(!readings.nights.contains { $0.end.date == today.adding(days: -6) })
        #expect(contents.clockEvents.count == 1)
      }
    }
  }

  @Test(arguments: EverestW311.DayHistory.Layout.allCases)
  func `syncs the same week over a link that loses, repeats and truncates packets, and breaks`(
    layout: EverestW311.DayHistory.Layout
  ) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.evening, zone: .hoursEast(8))
      let time = home.time
      let watch = VirtualEverestW311(wearer: SimulatedPerson(seed: 7), layout: layout) { time.wallClock }
      await home.medium.add(watch)
      var rates = PacketFaultRates()
      rates.loss = 0.002
      rates.duplication = 0.002
      rates.truncation = 0.001
      rates.linkLoss = 0.0005
      home.medium.setFaults(rates)
      let recorder = FrameList()
      let report = try await WearableSession<EverestW311Driver>(
        radio: home.medium.central(), device: watch.profile.device, label: "watch", environment: home.driver,
        recorder: recorder
      ).sync()
      #expect(report.missed.isEmpty && report.unsupported.isEmpty)
      let contents = EverestW311Driver.read(await recorder.frames, advertisedName: nil)
      for daysAgo in 1..<7 {
        let truth = SimulatedPerson(seed: 7).day(Self.evening.date.adding(days: -daysAgo))
        let statement = try #require(
          contents.statements.last { $0.log == "activity" && $0.days == [truth.date] })
        let counted = statement.readings.samples.reduce(0) { $0 + Int($1.value) }
        #expect(counted == truth.hours.reduce(0) { $0 + $1.steps })
      }
    }
  }

  @Test func `does not request fetched days again, except for the evening before a missing day`() async throws {
    let recorder = FrameList()
    try await withWatch(recorder: recorder) { _, _, connect in
      let today = Self.evening.date
      let complete = (1..<7).flatMap { daysAgo in
        [LogID.activity, .heartRate].map { (log: $0, day: today.adding(days: -daysAgo)) }
      }
      try await connect { driver in
        let report = try await driver.sync(SyncRequest(), into: SyncLedger(complete: complete)) { _ in }
        #expect(report.missed.isEmpty)
        let readings = EverestW311Driver.read(await recorder.frames, advertisedName: nil).logReadings
        #expect(readings.nights.contains { $0.end.date == today })
      }
      let asked = await recorder.frames.filter { $0.direction == .sent }.compactMap { frame -> CalendarDate? in
        if case .day(let date) = EverestW311.Request(frame.bytes) { date } else { nil }
      }
      #expect(asked == [today, today.adding(days: -1)])
    }
  }
}
