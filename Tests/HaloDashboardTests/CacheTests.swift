import Foundation
import GRDB
import HaloTesting
import HaloBluetooth
import HaloHealth
import HaloInsights
import Testing

@testable import HaloDashboard
@testable import HaloJournal

/// Caches must not hide changes of the journal.
struct CacheTests {
  private static let month = "?from=2026-10-22&to=2026-11-20"
  private static let year = "?from=2025-11-21&to=2026-11-20"

  private static func begin(_ minute: Int, day: Int = 10) throws -> Moment {
    let date = try #require(CalendarDate(year: 2026, month: 11, day: day))
    return Moment(WallClock(date: date, minuteOfDay: minute), secondsFromGMT: 3600)
  }

  @Test func `erased and imported days are shown immediately`() async throws {
    try await PageTestbed.run { bed async throws in
      func days() async throws -> [Int] {
        var counts: [Int] = []
        for span in [Self.month, Self.year] {
          let heart = try await bed.client.get("/heart\(span)").json.series("heart-rate")?["average"]?.items ?? []
          counts.append(heart.count { $0.double != nil })
          counts.append(try await bed.client.get("/workouts\(span)").json["workouts"]?.items?.count ?? -1)
        }
        return counts
      }
      try bed.journal.keep(
        Workout(.running, start: try Self.begin(1100), length: 1_800_000, meters: 5000, source: .live), of: "Ada")
      let before = try await days()
      // The run, and the walk that the journal contains from the start.
      #expect(before[0] > 5 && before[0] == before[2] && before[1] == 2 && before[3] == 2)
      let csv = try await bed.client.get("/export?format=csv").body

      let input: JSON = ["what": "all"]
      let asked = try await bed.client.ask("POST", "/api/v2/erase", input)
      #expect(try await bed.client.ask("POST", "/api/v2/erase", asked.confirming(input)).status == 200)
      let erased = try await days()
      #expect(erased == [0, 0, 0, 0])

      #expect(try await bed.client.upload("/import?name=everything.csv", csv).status == 200)
      let imported = try await days()
      #expect(imported[0] == before[0] && imported[2] == before[2])
    }
  }

  @Test func `synced days are shown immediately`() async throws {
    try await PageTestbed.run(.empty) { bed async throws in
      let found = try await bed.client.scan().first { $0["supported"] == true }
      let paired = try await bed.client.ask(
        "POST", "/api/v2/devices", ["id": try #require(found?["id"]), "name": "Ring", "wearer": "Ada"])
      let ring = try #require(paired.json["id"]?.text)
      func days(_ span: String) async throws -> Int {
        let heart = try await bed.client.get("/heart\(span)").json.series("heart-rate")?["average"]?.items ?? []
        return heart.count { $0.double != nil }
      }
      let before = (try await days(Self.month), try await days(Self.year))
      #expect(before == (0, 0))
      async let events = bed.client.events("/events") { $0.contains("\"state\":\"done\"") }
      #expect(try await bed.client.ask("POST", "/api/v2/devices/\(ring)/sync").status == 202)
      _ = try await events
      let after = (try await days(Self.month), try await days(Self.year))
      #expect(after.0 > 5 && after.1 == after.0)
    }
  }

  @Test func `days before the first changed one are not read again`() async throws {
    try await PageTestbed.run { bed async throws in
      let cache = DayCache()
      let first = try #require(CalendarDate(year: 2026, month: 8, day: 1))
      // A month later, so that the ring's week is cached too.
      let later = PageTestbed.moment + .days(30)
      let wearer = WearerContext(
        name: "Ada", settings: Profile(),
        time: WallTime(
          zone: "Europe/Berlin", secondsFromGMT: { _ in 3600 },
          now: { Date(timeIntervalSince1970: Double(later.milliseconds) / 1000) }))
      func highest() throws -> [CalendarDate: Double] {
        cache.update(bed.journal)
        return try cache.statistics(.heartRate, from: first, to: wearer.today, wearer, bed.journal).mapValues(\.maximum)
      }
      func keep(_ rate: Double, _ start: Moment) throws {
        let session = try bed.journal.begin(
          "live", with: try bed.journal.devices()[0], at: start, zone: "Europe/Berlin")
        try bed.journal.apply(
          DecodedSession(
            SessionContents(statements: [
              LogEntry(
                log: .heartRate,
                readings: Readings(samples: [
                  Sample(
                    .heartRate, rate, start: start.wallClock, source: .log,
                    provenance: Provenance(frames: [], decoder: "test"))
                ]), clock: .host(secondsFromGMT: 3600), frames: [0], decoder: "test")
            ]), decoder: "test", frames: [(1, start)]), toSession: session.id)
      }
      let before = try highest()
      let day = try #require(before.keys.min())
      // A change that is not marked: it is seen only when the days are read again.
      try bed.journal.write {
        try $0.execute(sql: "UPDATE sample SET value = 222 WHERE metric = \(Metric.heartRate.code)")
      }
      #expect(try highest() == before)
      try bed.journal.change(profileOf: "Ada") { $0.stepGoal = 9000 }
      try keep(150, later)
      let synced = try highest()
      #expect(synced[later.wallClock.date] == 150 && synced.filter { $0.key < later.wallClock.date } == before)
      try keep(40, Moment(day.midnight, secondsFromGMT: 3600) + .hours(12))
      #expect(try highest()[day] == 222)
    }
  }

  @Test func `workout summaries are cached only after the end`() async throws {
    try await PageTestbed.run { bed async throws in
      let start = try Self.begin(1100)
      try bed.journal.keep(Workout(.other, start: start, length: 600_000, source: .live), of: "Ada")
      let stored = try #require(try bed.journal.workouts(of: "Ada").first)
      #expect(try bed.journal.workout(stored.id, of: "Ada") == stored)
      #expect(try bed.journal.workout(stored.id, of: "Bob") == nil)
      func measure(_ rate: Double, second: Int) throws {
        let time = Moment(milliseconds: start.milliseconds + second * 1000, secondsFromGMT: 3600)
        _ = try bed.journal.keep(
          [.sample(.heartRate, rate, start: time, length: 0, .live)], of: DeviceID("A0:00:00:00:00:01"),
          name: "Strap", family: "heart-rate-monitor", wearer: "Ada", from: "a file", at: time)
      }
      func highest(_ cache: DayCache, after minutes: Int) throws -> Double? {
        let now = Moment(milliseconds: start.milliseconds + minutes * 60_000, secondsFromGMT: 3600)
        return try cache.summary(of: stored, now: now, bed.journal).heartRate?.maximum
      }
      let cache = DayCache()
      try measure(120, second: 10)
      #expect(try highest(cache, after: 11) == 120)
      // The strap's last values arrive a moment after the end.
      try measure(150, second: 20)
      #expect(try highest(cache, after: 12) == 150)
      #expect(try highest(cache, after: 60) == 150)
      try measure(160, second: 30)
      #expect(try highest(cache, after: 61) == 150)
      cache.clear()
      #expect(try highest(cache, after: 62) == 160)
    }
  }
}
