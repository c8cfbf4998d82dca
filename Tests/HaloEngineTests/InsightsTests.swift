import HaloTesting
import Foundation
import GRDB
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloInsights
import HaloReports
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import HaloJournal

@Suite("Daily metrics")
struct InsightsTests {
  private let today = SimulatedHome.morning.date

  private func all(_ journal: Journal) throws -> [DerivedValue] { try journal.derived(of: "me", in: .allTime) }

  @Test func `match the simulated body after a sync, and name their frames`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let days = try home.journal.insights(of: "me", from: today.adding(days: -5), to: today)
      for day in days {
        let truth = home.wearer.day(day.date)
        let asleep = truth.night.stages.reduce(0) { $0 + ($1.stage == .awake ? 0 : $1.minutes) }
        #expect(day.values[.timeAsleep]?.value == Double(asleep))
        #expect(day.nightAccount == .recorded)
        // Only heart rates of the simulated body during its sleep.
        let slots = truth.heartRate.enumerated().filter {
          (truth.night.start / 5..<truth.night.end / 5).contains($0.offset)
        }
        let rate = try #require(day.values[.restingHeartRate])
        #expect((slots.map { Double($0.element) }.min() ?? 0) <= rate.value && rate.value <= 66)
        #expect(rate.confidence.map { $0 > 0.9 } == true)
        #expect(rate.length == 86_400_000 && rate.start.wallClock.secondOfDay == 0)
        #expect(rate.inputs.count == 2 && rate.inputs.allSatisfy { $0.frames != nil })
        if day.date < today {
          #expect(day.values[.dailySteps]?.value == Double(truth.hours.reduce(0) { $0 + $1.steps }))
        }
      }
      #expect(days.last?.values[.sleepRegularity] != nil)
      #expect(days.last?.trends[.restingHeartRate] == nil, "a week is too short")
    }
  }

  @Test func `are the same after another sync and after a rebuild; values of other versions are replaced`() async throws
  {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let first = try all(home.journal)
      _ = try await home.engine.sync(home.device)
      #expect(try all(home.journal) == first)
      let changes = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(try all(home.journal) == first)
      #expect(changes.parts.contains { $0.content == .insights && $0.same == first.count && $0.before == first.count })
      // An older version computed other values, and values of an algorithm that no longer exists.
      try home.journal.write { db in
        try db.execute(sql: "UPDATE derived SET version = 0, value = value + 1 WHERE metric = 101")
        try db.execute(sql: "UPDATE derived SET algorithm = 'gone' WHERE metric = 102")
      }
      _ = try SessionDecoder(home.journal, .bundled).rebuild()
      #expect(try all(home.journal) == first)
    }
  }

  @Test func `have a baseline after some weeks of syncs`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      for _ in 0..<3 {
        _ = try await home.engine.sync(home.device)
        try await clock.sleep(for: .seconds(6 * 86_400))
      }
      let last = today.adding(days: 12)
      let day = try #require(try home.journal.insights(of: "me", from: last, to: last).first)
      let trend = try #require(day.trends[.restingHeartRate])
      #expect((7...28).contains(trend.baseline.count))
      #expect(day.values[.restingHeartRateTrend]?.value == trend.difference)
      #expect(abs(trend.difference) < 10)
      // Days after the last sync are reported as not synced yet.
      let ahead = try home.journal.insights(of: "me", from: last.adding(days: 1), to: last.adding(days: 1))
      #expect(ahead.map(\.nightAccount) == [.notSyncedYet])
    }
  }

  @Test func `are computed at the next sync for a journal of an older version without them`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      let first = try all(home.journal)
      try home.journal.write { try $0.execute(sql: "DELETE FROM derived") }
      _ = try await home.engine.sync(home.device)
      #expect(try all(home.journal) == first)
    }
  }

  @Test func `are deleted with the data of their device`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      try home.journal.forget(home.device, withData: true, at: Moment.noon)
      #expect(try all(home.journal).isEmpty)
    }
  }

  @Test func `a sync after two weeks reports the nights in between as lost`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      try await clock.sleep(for: .seconds(14 * 86_400))
      _ = try await home.engine.sync(home.device)
      let days = try home.journal.insights(of: "me", from: today.adding(days: 2), to: today.adding(days: 13))
      #expect(days.first?.nightAccount == .lost && days.last?.nightAccount == .recorded)
      #expect(days.first?.values[.timeAsleep] == nil)
      #expect(
        try DerivedMetricsUpdater(home.journal).gap(.timeAsleep, of: "me", on: today.adding(days: 2))
          == "no main sleep was recorded on this day")
    }
  }

  @Test func `an interrupted sync does not count as complete`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      home.medium.watchPackets { if $0 == 60 { home.ring.setSilent(true) } }
      let report = try await home.engine.sync(home.device)
      #expect(report.interruption != nil && !report.missed.isEmpty)
      #expect(try home.journal.lastSync(of: home.device) == nil)
      #expect(try home.journal.syncs(of: "me", since: Moment(milliseconds: 0, secondsFromGMT: 0)).isEmpty)
      #expect(try !home.journal.isSynced("me"))
      home.ring.setSilent(false)
      let begin = home.time.moment
      _ = try await home.engine.sync(home.device)
      #expect(try home.journal.lastSync(of: home.device).map { $0 > begin } == true)
    }
  }

  @Test func `steps computed by an older version's rule are recomputed at the next sync`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      _ = try await home.engine.sync(home.device)
      try await clock.sleep(for: .seconds(20 * 86_400))
      _ = try await home.engine.sync(home.device)
      let first = try all(home.journal)
      try home.journal.write { db in
        try db.execute(sql: "UPDATE derived SET version = 1, value = 62 WHERE metric = 106")
        try db.execute(sql: "UPDATE wearer SET generation = generation - 1")
      }
      _ = try await home.engine.sync(home.device)
      let steps = { (values: [DerivedValue]) in values.filter { $0.metric == .dailySteps }.map(\.value) }
      #expect(try steps(all(home.journal)) == steps(first))
      #expect(!steps(first).contains(62))
    }
  }

  @Test func `days with a clock change have their real length`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let day = CalendarDate(daysSince1970: 20_751)  // 25 October 2026: Berlin's clocks go back at three.
    let change = Moment(WallClock(date: day, minuteOfDay: 9 * 60), secondsFromGMT: 3600)
    let device = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: change)
    let session = try journal.begin("sync", with: device, at: change, zone: "Europe/Berlin")
    try journal.apply(
      DecodedSession(
        SessionContents(
          clockEvents: [
            .init(frame: 0, time: Moment(milliseconds: 0, secondsFromGMT: 7200), zone: "Europe/Berlin", wrongDate: nil),
            .init(frame: 0, time: change, zone: "Europe/Berlin", wrongDate: nil),
          ], hadCorrectDate: true), decoder: "test", frames: []), toSession: session.id)
    let midnights = try journal.midnights(of: "me", from: day.adding(days: -1), to: day.adding(days: 1))
    #expect(
      zip(midnights, midnights.dropFirst()).map { ($1.milliseconds - $0.milliseconds) / 3_600_000 } == [24, 25, 24])
    #expect(midnights.map(\.secondsFromGMT) == [7200, 7200, 3600, 3600])
  }
}
