import HaloTesting
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloReports
import HaloInsights
import Testing

@testable import HaloJournal

@Suite struct CompletenessTests {
  private let first = CalendarDate(daysSince1970: 20_600)

  private func time(_ day: Int, _ hour: Double) -> Moment {
    Moment(WallClock(date: first.adding(days: day), secondOfDay: Int(hour * 3600)), secondsFromGMT: 0)
  }

  /// Heart rates of whole days, reported at 08:00 of the next day; the last day is reported `hour` hours after its
  /// beginning.
  private func journal(_ folder: TemporaryFolder, days: ClosedRange<Int>, hour: Double = 32) throws -> (Journal, Device)
  {
    let journal = try Journal(path: folder.path("journal.sqlite"))
    let ring = try journal.pair(DeviceID("A"), family: "colmi-ring", name: "ring", wearer: "me", at: time(0, 0))
    for day in days {
      let rates = (0..<(day == days.upperBound ? min(288, Int(hour) * 12) : 288)).map { place in
        Sample(
          .heartRate, 60, start: WallClock(date: first.adding(days: day), minuteOfDay: place * 5), minutes: 0,
          source: .log,
          provenance: Provenance(frames: [], decoder: "test"))
      }
      let received = time(day, day == days.upperBound ? hour : 32)
      let session = try journal.begin("sync", with: ring, at: received, zone: "UTC")
      try journal.apply(
        DecodedSession(
          SessionContents(
            statements: [
              LogEntry(
                log: .heartRate, readings: Readings(samples: rates), days: [first.adding(days: day)],
                metrics: [.heartRate], frames: [0], decoder: "test")
            ],
            clockEvents: [
              .init(frame: 0, time: Moment(milliseconds: 0, secondsFromGMT: 0), zone: "UTC", wrongDate: nil)
            ], hadCorrectDate: true, verifiedCount: 1),
          decoder: "test", frames: [(1, received)]), toSession: session.id)
    }
    return (journal, ring)
  }

  @Test(arguments: [
    ("off" as String?, GapReason.measuringOff), ("on", .unknown), (nil, .notSupported),
  ])
  func `a metric without values is off, not supported, or missing for an unknown reason, by the reported settings`(
    setting: String?, reason: GapReason
  ) throws {
    let folder = try TemporaryFolder()
    let (journal, ring) = try journal(folder, days: 0...2)
    #expect(
      try journal.gapReason(of: .stress, wearer: "me", on: first, now: time(3, 9)) == .unknown, "no settings are known")
    try journal.note(
      [("heart-rate", "PT5M")] + (setting.map { [("stress", $0)] } ?? []), of: ring, at: time(3, 8))
    #expect(try journal.gapReason(of: .stress, wearer: "me", on: first, now: time(3, 9)) == reason)
    #expect(try journal.gapReason(of: .heartRate, wearer: "me", on: first, now: time(3, 9)) == nil)
  }

  @Test func `a day without data was not synced yet, or not in time`() async throws {
    let folder = try TemporaryFolder()
    let (journal, ring) = try journal(folder, days: 0...2)
    try await journal.begin("sync", with: ring, at: time(3, 8), zone: "UTC").end(at: time(3, 8.1))
    func reason(_ day: Int, now: Int) throws -> GapReason? {
      try journal.gapReason(of: .heartRate, wearer: "me", on: first.adding(days: day), now: time(now, 9))
    }
    #expect(try reason(5, now: 11) == .notSyncedYet)
    #expect(try reason(5, now: 12) == .notSyncedInTime)
    #expect(try reason(-1, now: 12) == .unknown, "before the first day")
  }

  @Test func `partial days do not count in a mean`() throws {
    let folder = try TemporaryFolder()
    let (journal, _) = try journal(folder, days: 0...14, hour: 8)
    let steps = (0..<15).map { day -> DerivedValue in
      // The last day was synced at 08:00.
      let value: Double = day == 14 ? 100 : day < 8 ? 6000 : 9000
      return DerivedValue(
        .dailySteps, value, start: time(day, 0), length: 86_400_000,
        algorithm: day.isMultiple(of: 2) ? "device-total" : "sum-of-log", version: 2, inputs: [])
    }
    try journal.keep(steps, of: "me")
    let (from, to) = (first.adding(days: 8), first.adding(days: 14))
    let points = try journal.derivedPoints(.dailySteps, of: "me", from: first, to: to)
    let partial = try journal.partialDays(of: "me", from: first, to: to)
    let counted = points.filter { !partial.contains($0.date) }.map { ($0.date, $0.value) }
    let week = PeriodComparison(
      from: from, to: to, counted, known: try journal.daysWithData(of: "me", from: from, to: to).count)
    #expect(week.mean?.value == 9000 && week.mean?.days == 6 && week.before?.days == 7)
    #expect(week.before?.value == 6000)
    #expect(week.verdict == .above)
  }
}
