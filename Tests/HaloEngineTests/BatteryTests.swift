import HaloTesting
import Foundation
import GRDB
import HaloBluetooth
import HaloColmiRing
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Battery readings")
struct BatteryTests {
  @Test func `are stored with the charging state, from answers and pushes, and can be explained`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      home.ring.setBattery(percent: 9)
      _ = try await home.engine.sync(home.device, days: 1)
      // A ring pushes 9 % from time to time while it is connected.
      _ = try await home.engine.recording("live", of: home.device) { recorder in
        try await home.link(recorder).once { _ in try await clock.sleep(for: .seconds(70)) }
      }
      let readings = try home.journal.batteryReadings(of: home.device, in: .allTime)
      #expect(readings.count >= 2)
      #expect(readings.allSatisfy { $0.percent == 9 && $0.isCharging == false && $0.hasFrame })
      #expect(try home.journal.latestBattery(of: home.device) == readings.last)
      let samples = try home.journal.samples(of: .batteryCharging, in: .allTime)
      #expect(Set(samples.map(\.source)) == [.live, .push])
      let sample = try #require(samples.first)
      let explanation = try #require(try home.journal.explain(sample))
      #expect(explanation.log == "battery" && explanation.decoder == "colmi-ring/4" && explanation.frames.count == 1)
      // On the charger the ring reports charging.
      home.ring.setBattery(percent: 3)
      try await clock.sleep(for: .seconds(1800))
      _ = try await home.engine.sync(home.device, days: 1)
      #expect(try home.journal.latestBattery(of: home.device)?.isCharging == true)
    }
  }

  @Test func `are not repeated by checks whether a ring still answers`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      // The ring does not answer requests for its logs, so the driver checks repeatedly whether it is present.
      var model = VirtualRingModel.r12
      model.unansweredCommands = [0x15, 0x37, 0x39, 0x43, 0x27, 0x28, 0x2A, 0x3E, 0x16, 0x2C, 0x36, 0x38]
      let home = try await RingHome(clock, folder, model: model)
      let begin = clock.now
      _ = try await home.engine.sync(home.device)
      let minutes = Int(begin.duration(to: clock.now) / .seconds(60))
      let answers = try home.journal.latestSessions(of: home.device, limit: 1000)
        .flatMap { try home.journal.frames(ofSession: $0.id) }
        .filter { $0.frame.direction == .received && $0.frame.bytes.first == 0x03 }
      let readings = try home.journal.batteryReadings(of: home.device, in: .allTime)
      #expect(answers.count > 10, "\(answers.count) answers")
      #expect((1...minutes + 2).contains(readings.count), "\(readings.count) readings in \(minutes) minutes")
      #expect(readings.count < answers.count / 3)
      #expect(
        try SessionDecoder(home.journal, .bundled).rebuild().before
          == SessionDecoder(home.journal, .bundled).rebuild().after)
    }
  }

  @Test func `from versions without charging states are decoded again by a rebuild`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device, days: 1)
      let before = try home.journal.batteryReadings(of: home.device, in: .allTime)
      try await DatabaseQueue(path: folder.path("journal.sqlite")).write { db in
        try db.execute(sql: "DELETE FROM sample WHERE metric = 18; UPDATE statement SET decoder = 'colmi-ring/1'")
      }
      let old = try BatteryHistory(home.journal, of: home.device, in: .allTime)
      #expect(old.unreadCount == before.count && old.readings.allSatisfy { $0.isCharging == nil })
      let changes = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(changes.after == changes.before + before.count && changes.same == changes.before)
      #expect(try home.journal.batteryReadings(of: home.device, in: .allTime) == before)
    }
  }

  @Test(arguments: ColmiRingDriver.family.automaticQuantities)
  func `an automatic measurement is a habit that the battery's report knows`(quantity: Metric) {
    #expect(BatteryHabit(rawValue: quantity.id)?.isTimed == false)
  }

  @Test(arguments: Metric.own)
  func `settings are read from the ids that are stored`(quantity: Metric) {
    for setting in [
      AutomaticMeasurement(quantity, isEnabled: false), AutomaticMeasurement(quantity, isEnabled: true),
      AutomaticMeasurement(quantity, isEnabled: true, intervalMinutes: 1),
      AutomaticMeasurement(quantity, isEnabled: true, intervalMinutes: 30),
    ] {
      let (name, value) = setting.stored
      #expect(name == quantity.shortName && name.wholeMatch(of: #/[a-z0-9]+(-[a-z0-9]+)*/#) != nil)
      #expect(value.wholeMatch(of: #/on|off|PT[0-9]+M/#) != nil)
      #expect(AutomaticMeasurement(storedName: name, value: value) == setting)
    }
    #expect(AutomaticMeasurement(storedName: "mood", value: "on") == nil)
    let unknown = [
      "PT9223372036854775807M", "PT-5M", "PT1441M", "PT0M", "PT05M", "PT5H", "5", "", "sometimes", "every 5 minutes",
      "words:on",
    ]
    for value in unknown { #expect(AutomaticMeasurement(storedName: quantity.shortName, value: value) == nil) }
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["HALO_LONG_TESTS"] != nil, "it takes a minute: 'make prove long-tests'"))
  func `of ten weeks with changing habits, synced by simulated radio, give the cost of each habit`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let model = RingBatteryModel()
      let home = try await RingHome(clock, folder, seed: 5, battery: model)
      for day in 0..<70 {
        // Two weeks of each heart-rate interval, ten days of each SpO₂ setting.
        let minutes = [5, 30, 10][day / 14 % 3]
        _ = try await home.engine.recording("settings", of: home.device) { recorder in
          try await home.link(recorder).once { driver in
            if day % 14 == 0 {
              _ = try await driver.configure(
                AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: minutes))
            }
            if day % 10 == 0 {
              _ = try await driver.configure(AutomaticMeasurement(.oxygenSaturation, isEnabled: day / 10 % 2 == 0))
            }
          }
        }
        if day % 14 == 0 || day % 10 == 0 { _ = try await home.engine.sync(home.device, days: 1) }
        if day % 4 == 1 { try await home.measure(.seconds(1200 + day % 3 * 600)) }
        try await clock.sleep(for: .seconds(8 * 3600))
        if day % 4 == 2 {
          _ = try await home.engine.recording("held", of: home.device) { recorder in
            try await home.link(recorder).once { driver in
              try await clock.sleep(for: .seconds(1800 + day % 3 * 1800))
              _ = try await driver.battery()
            }
          }
        }
        try await clock.sleep(for: .seconds(6 * 3600 + day % 7 * 600))
        _ = try await home.engine.recording("info", of: home.device) { recorder in
          try await home.link(recorder).once { _ = try await $0.battery() }
        }
        try await clock.sleep(for: .seconds((24 - 15) * 3600))
      }
      let now = home.engineNow
      let history = try BatteryHistory(home.journal, of: home.device, in: .allTime)
      #expect(history.readings.count > 100)
      let insight = history.insight(now: now)
      let truth: [BatteryHabit: Double] = [
        .heartRate: model.heartRate, .oxygenSaturation: model.oxygenSaturation, .link: model.link, .live: model.live,
      ]
      for cost in insight.costs {
        guard let truth = truth[cost.habit] else {
          #expect(cost.cost == .failure(.neverVaried), "\(cost)")
          continue
        }
        let estimate = try cost.cost.get()
        #expect(estimate.low <= truth && truth <= estimate.high, "\(cost.habit): \(truth), \(estimate)")
        #expect(estimate.high - estimate.low < max(truth, 2), "\(cost.habit): \(estimate)")
      }
      let rest = try #require(insight.rest)
      let trueRest = model.rest + model.stress + model.heartRateVariability
      #expect(rest.low <= trueRest && trueRest <= rest.high, "\(rest)")
      let trend = try insight.trend.get()
      #expect(trend.perDay.low > 5 && trend.perDay.high < 30)
      #expect(insight.chargeCount > 6)
    }
  }
}

extension RingHome {
  /// A connection whose frames are stored by `recorder`.
  func link(_ recorder: any FrameRecorder) -> WearableSession<ColmiRingDriver> {
    WearableSession(
      radio: base.radio, device: device.identifier, label: "ring", environment: base.environment, recorder: recorder)
  }

  /// Measures the heart rate live.
  func measure(_ duration: Duration) async throws {
    let clock = base.clock
    _ = try await base.engine.recording("live", of: device) { recorder in
      try await link(recorder).once { driver in
        try await driver.withLiveMeasurement(of: .heartRate) { readings in
          let end = clock.now.advanced(by: duration)
          for await _ in readings where clock.now > end { return }
        }
        _ = try await driver.battery()
      }
    }
  }

  var engineNow: Moment {
    Moment(
      milliseconds: Int((base.time.now.timeIntervalSince1970 * 1000).rounded(.down)),
      secondsFromGMT: base.time.secondsFromGMT(at: base.time.now))
  }
}
