import HaloText
import HaloTesting
import Foundation
import GRDB
import HaloBluetooth
import HaloDrivers
import HaloHealth
import HaloInterchange
import HaloSimulatedRadio
import HaloWearables
import Testing

@testable import HaloEngine
@testable import HaloJournal

@Suite struct HostClockTests {
  private static let released = CalendarDate(daysSince1970: 20_770)

  private func moment(daysAfterRelease days: Int) -> Moment {
    Moment(WallClock(date: Self.released.adding(days: days), minuteOfDay: 600), secondsFromGMT: 3600)
  }

  @Test func `a clock before the release, a day before the newest data, or twenty years later is implausible`() {
    func reason(_ days: Int, released: CalendarDate? = Self.released, newest: Int? = nil) -> ImplausibleClock.Reason? {
      ImplausibleClock.problem(
        moment(daysAfterRelease: days), released: released, newest: newest.map(moment(daysAfterRelease:)))?.reason
    }
    #expect(reason(-20_000) == .beforeRelease(Self.released))
    #expect(reason(-2) == .beforeRelease(Self.released) && reason(-1) == nil && reason(0) == nil)
    #expect(reason(9, newest: 10) == nil && reason(8, newest: 10) == .beforeRecord(moment(daysAfterRelease: 10)))
    #expect(reason(19 * 365, newest: 10) == nil && reason(21 * 366) == .tooLate(Self.released))
    #expect(reason(20 * 366 + 400, newest: 800) == nil)
    #expect(reason(20 * 366 + 801, newest: 800) == .tooLate(Self.released.adding(days: 800)))
    // Simulated journals may have any date.
    #expect(reason(-20_000, released: nil) == nil && reason(21 * 366, released: nil) == nil)
    #expect(reason(-20_000, released: nil, newest: 0) == .beforeRecord(moment(daysAfterRelease: 0)))
    let words = ImplausibleClock.problem(moment(daysAfterRelease: -20_000), released: Self.released, newest: nil)?
      .description
    #expect(words?.contains("1972-02-") == true && words?.contains("timedatectl") == true)
    #expect(words?.contains("Nothing was changed") == true)
    let notStored = ImplausibleClock.problem(moment(daysAfterRelease: -20_000), released: Self.released, newest: nil)?
      .notStored.english
    #expect(notStored?.contains("released on \(Self.released)") == true && notStored?.hasSuffix("not stored.") == true)
  }

  /// An engine of the same home, with a clock that is off by some days.
  private func engine(_ home: RingHome, daysOff: Int) -> Engine {
    let time = WallTime(zone: home.time.zone, secondsFromGMT: { home.time.secondsFromGMT(at: $0) }) {
      home.time.now.addingTimeInterval(Double(daysOff) * 86_400)
    }
    return Engine(
      journal: home.journal, radio: home.medium.central(), registry: .bundled,
      environment: DriverEnvironment(clock: home.clock, time: time, released: SimulatedHome.morning.date))
  }

  @Test func `sync and import refuse an implausible clock without changes; other recordings are not stored`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let wrong = engine(home, daysOff: -20_000)
      func counts() throws -> [Int] {
        try home.journal.read { db in
          try ["session", "frame", "sample", "import", "device"].map {
            try Int.fetchOne(db, sql: "SELECT count(*) FROM \($0)") ?? 0
          }
        }
      }
      let before = try counts()
      await #expect(throws: ImplausibleClock.self) { try await wrong.sync(home.device) }
      #expect(throws: ImplausibleClock.self) {
        let text =
          "1970-06-01T08:00:00+00:00,,heart-rate,67,bpm,log,ring,A,me,0,\n2001-06-01T08:00:00+00:00,,heart-rate,67,bpm,log,ring,A,me,0,"
        return try FileImport(
          reading: ExportReader(MemoryBytes(text), name: "file"), name: "file", beside: home.journal.path, wearer: "me",
          now: wrong.now, released: SimulatedHome.morning.date)
      }
      let battery = try await wrong.ask(home.device, for: "status") { driver in
        try await (driver as? any BatteryPowered)?.battery().percent
      }
      #expect(battery != nil, "live requests are answered")
      #expect(try counts() == before)
      let synced = try await engine(home, daysOff: 0).sync(home.device)
      #expect(try counts() != before && synced.refusedFrames.isEmpty)
    }
  }

  @Test func `a clock is compared with imported samples, except those dated after their import`() throws {
    let folder = try TemporaryFolder()
    let journal = try Journal(path: folder.path("journal.sqlite"))
    #expect(try journal.newestRecord() == nil)
    let (now, day) = (moment(daysAfterRelease: 10).milliseconds, 86_400_000)
    func keep(_ start: Int) throws {
      _ = try journal.keep(
        [.sample(.heartRate, 61, start: Moment(milliseconds: start, secondsFromGMT: 0), length: 0, .log)],
        of: DeviceID("A"), name: "ring", family: "import", wearer: "me", from: "file",
        at: Moment(milliseconds: now, secondsFromGMT: 0))
    }
    try keep(now - 3 * day)
    #expect(try journal.newestRecord()?.milliseconds == now - 3 * day)
    // A file may have values until the end of tomorrow, and syncs continue.
    try keep(now + 36 * 3_600_000)
    #expect(try journal.newestRecord()?.milliseconds == now - 3 * day)
    try keep(now + 9000 * day)
    #expect(try journal.newestRecord()?.milliseconds == now - 3 * day)
    #expect(
      ImplausibleClock.problem(moment(daysAfterRelease: 5), released: Self.released, newest: try journal.newestRecord())
        != nil)
    #expect(
      ImplausibleClock.problem(moment(daysAfterRelease: 6), released: Self.released, newest: try journal.newestRecord())
        == nil)
  }

  @Test func `samples in the future become doubtful when the clock is right, and today's days end now`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let right = engine(home, daysOff: 0)
      let ahead = right.now.milliseconds + 4000 * 86_400_000
      _ = try await engine(home, daysOff: 4000).sync(home.device)
      func future(doubtful: Int) throws -> Int {
        try home.journal.read { db in
          try Int.fetchOne(
            db, sql: "SELECT count(*) FROM sample WHERE start > ? AND doubtful = ?",
            arguments: [right.now.milliseconds + 86_400_000, doubtful]) ?? 0
        }
      }
      // Like a ring whose clock was set by this clock, and which continued to measure.
      _ = try home.journal.keep(
        [.sample(.heartRate, 61, start: Moment(milliseconds: ahead, secondsFromGMT: 0), length: 0, .log)],
        of: home.device.identifier, name: "ring", family: "colmi-ring", wearer: "me", from: "file", at: right.now)
      #expect(try future(doubtful: 0) > 0)
      await #expect(throws: ImplausibleClock.self) { try await right.sync(home.device) }
      _ = try await right.sync(home.device, isClockRight: true)
      #expect(try future(doubtful: 0) == 0 && future(doubtful: 1) > 0)
      let today = right.now.wallClock.date
      #expect(try home.journal.knownDays(of: "me", notAfter: today)?.upperBound == today)
      let newest = try #require(try home.journal.newest(of: "me"))
      #expect(newest.wallClock.date == today)
      #expect(try home.journal.newestDerivedDay(of: "me").map { $0 <= today } ?? true)
      // From now on this clock is considered right.
      _ = try await right.sync(home.device)
    }
  }
}
