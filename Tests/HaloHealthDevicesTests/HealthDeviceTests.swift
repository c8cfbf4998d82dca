import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloTesting
import HaloText
import HaloWearables
import Testing

@testable import HaloHealthDevices

@Suite("Health devices in a home")
struct HealthDeviceTests {
  /// 2026-11-13 at 09:00 and at 10:16, when a home begins.
  private static let (nine, now) = ("ea070b0d090000", "ea070b0d0a1000")

  @Test(arguments: [false, true])
  func `a scale's stored and new measurements are synced, and syncing twice is syncing once`(turnsOff: Bool)
    async throws
  {
    try await SimulatedHome.run(registry: .bundled) { home in
      let scale = VirtualHealthDevice(
        0x181D, 0x2A9D, [bytes("02803e\(Self.nine)"), bytes("02e43e\(Self.now)")], turnsOff: turnsOff)
      let device = try await home.pair(scale)
      #expect(device.family == "health-device")
      for _ in 0..<2 {
        let report = try await home.engine.sync(device)
        #expect(report.missed.isEmpty && report.interruption == nil && report.notes.isEmpty)
        let samples = try home.samples(of: .weight)
        #expect(samples.map(\.value) == [80, 80.5])
        #expect(samples.map(\.start.wallClock.time.minutes) == [9 * 60, 10 * 60 + 16])
      }
      #expect(try home.samples(of: .battery).first?.value == 77)
      let first = try #require(home.samples(of: .weight).first)
      #expect(try home.bytes(of: first) == [bytes("02803e\(Self.nine)")])
    }
  }

  @Test func `a day shows blood pressure as one series`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let cuff = VirtualHealthDevice(0x1810, 0x2A35, [bytes("0678005000ff07\(Self.now)4800")])
      let device = try await home.pair(cuff, wearer: "Ada")
      _ = try await home.engine.sync(device)
      let day = try Reports(journal: home.journal, wearer: "Ada").day(home.start.date)
      let pressure = try #require(day.series(.bloodPressure))
      #expect(pressure.low == [80] && pressure.high == [120] && pressure.chart == .range)
      #expect(pressure.texts?.list.map(\.english) == ["120/80 mmHg"])
      // The diastolic pressure plus a third of the difference, by the usual formula.
      #expect(pressure.average == 93.33)
      #expect(day.series(.heartRate)?.low == [72])
    }
  }

  @Test func `a synced scale does not make the day of someone without a ring incomplete`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let scale = VirtualHealthDevice(0x181D, 0x2A9D, [bytes("02803e\(Self.nine)")])
      _ = try await home.engine.sync(try await home.pair(scale, wearer: "Ada"))
      let (date, now) = (home.start.date, Moment(home.start, secondsFromGMT: 0))
      #expect(try home.journal.gapReason(of: .steps, wearer: "Ada", on: date, now: now) == .unknown)
      #expect(try !home.journal.isSynced("Ada"))
    }
  }

  @Test func `the page and the app say what a sync left out`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let scale = VirtualHealthDevice(0x181D, 0x2A9D, [bytes("06803e\(Self.nine)05"), bytes("06e02e\(Self.now)06")])
      _ = try home.journal.setUser(5, of: try await home.pair(scale))
      let supervisor = Supervisor(home.engine, random: { _ in 0 })
      let status = await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await supervisor.run() }
        defer { group.cancelAll() }
        return await supervisor.updates().first { $0.first?.lastSync != nil }?.first
      }
      #expect(
        SyncReport.words("Scale", status?.notes ?? []).english
          == "Scale is synced. \(LeftOut.otherUser.sentence(count: 1).english)")
    }
  }

  @Test func `another user's weight is never the wearer's`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let scale = VirtualHealthDevice(0x181D, 0x2A9D, [bytes("06803e\(Self.nine)01")])
      let device = try await home.pair(scale)
      let first = try await home.engine.sync(device)
      #expect(first.notes.map(\.english).first?.contains("User 1's measurements count as yours") == true)
      scale.setValues([bytes("06e02e\(Self.now)02"), bytes("06e02e\(Self.now)ff")])
      let known = try #require(home.journal.devices().first)
      #expect(known.traits.user == 1)
      let second = try await home.engine.sync(known)
      #expect(second.notes == [LeftOut.otherUser.sentence(count: 1), LeftOut.unknownUser.sentence(count: 1)])
      #expect(try home.samples(of: .weight).map(\.value) == [80])
      // The wearer is user 2 after all: what was stored is decoded again.
      let corrected = try home.journal.setUser(2, of: known)
      try SessionDecoder(home.journal, .bundled).decodeLeftover(of: corrected)
      #expect(try home.samples(of: .weight).map(\.value) == [60])
      #expect(try SessionDecoder(home.journal, .bundled).rebuild().parts.allSatisfy { $0.same == $0.after })
    }
  }

  @Test func `of several users none is the wearer until one is chosen`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let scale = VirtualHealthDevice(0x181D, 0x2A9D, [bytes("06803e\(Self.nine)01"), bytes("06e02e\(Self.now)02")])
      let device = try await home.pair(scale)
      #expect(try await home.engine.sync(device).notes == [LeftOut.severalUsers.sentence(count: 2)])
      scale.setValues([bytes("06e02e\(Self.now)02")])
      let known = try #require(home.journal.devices().first)
      #expect(try await home.engine.sync(known).notes == [LeftOut.severalUsers.sentence(count: 1)])
      #expect(try home.samples(of: .weight).isEmpty && known.traits.user == DeviceTraits.severalUsers)
    }
  }

  @Test func `a scale measures live, and says why it does not`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let values = [bytes("02803e\(Self.nine)"), bytes("00ffff"), bytes("00e43e")]
      let device = try await home.pair(VirtualHealthDevice(0x181D, 0x2A9D, values))
      let states = try await home.engine.ask(device, for: "live") { driver in
        let driver = try #require(driver as? any LiveMeasuring)
        #expect(driver.liveQuantities == [.weight, .bodyMassIndex])
        await #expect(throws: LiveMeasuringError.self) { try await driver.withLiveMeasurement(of: .heartRate) { _ in } }
        return try await driver.withLiveMeasurement(of: .weight) { readings in
          var states: [LiveReading.State] = []
          for await reading in readings where states.count < 2 {
            states.append(reading.state)
            #expect((reading.note == nil) == (reading.state != .noData))
            if states.count == 2 { break }
          }
          return states
        }
      }
      // The stored measurement of nine o'clock is not live.
      #expect(states == [.noData, .value(80.5)])
    }
  }

  @Test func `a wrong clock is read before its times are believed`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      // The scale believes that it is 2018-01-01 00:10.
      let scale = VirtualHealthDevice(
        0x181D, 0x2A9D, [bytes("02803ee2070101000500")], clock: bytes("e2070101000a00010000"))
      _ = try await home.engine.sync(home.pair(scale))
      #expect(try home.samples(of: .weight).map(\.start.wallClock) == [home.start.adding(minutes: -5)])
    }
  }
}
