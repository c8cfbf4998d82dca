import HaloTesting
import GRDB
import HaloBluetooth
import HaloHealth
import HaloInsights
import Testing

@testable import HaloJournal

/// Tests how the journal handles statements that disagree: of two devices, of a wrong clock, from the middle of a day.
@Suite("Conflicting statements")
struct ConflictingStatementTests {
  private let day = Moment.noon.wallClock.date

  private func journal() throws -> (Journal, TemporaryFolder) {
    let folder = try TemporaryFolder()
    return (try Journal(path: folder.path("journal.sqlite")), folder)
  }

  private func device(_ journal: Journal, _ name: String, family: String = "colmi-ring") throws -> Device {
    try journal.pair(DeviceID(name), family: family, name: name, wearer: "me", at: Moment.noon)
  }

  private func samples(
    _ metric: Metric, _ values: [Int: Double], source: SampleSource = .log
  ) -> [Sample] {
    values.map { minute, value in
      Sample(
        metric, value, start: WallClock(date: day, minuteOfDay: minute), minutes: metric.isCount ? 15 : 0,
        source: source,
        provenance: Provenance(frames: [], decoder: "test"))
    }
  }

  private func total(_ steps: Int, meters: Int = 0) -> DailyTotals {
    DailyTotals(
      date: day, steps: steps, meters: meters, kilocalories: Double(steps) / 30, activeMinutes: 5,
      provenance: Provenance(frames: [], decoder: "test"))
  }

  private func statement(
    _ log: LogID, _ readings: Readings, _ metrics: [Metric] = [], sleep: Night.Kind? = nil
  ) -> LogEntry {
    LogEntry(
      log: log, readings: readings, days: [day], metrics: metrics, sleep: sleep, frames: [0], decoder: "test")
  }

  /// Applies statements of `device`, reported `hour` hours after noon. `wasRight` is true if its clock was correct
  /// before.
  private func report(
    _ journal: Journal, _ device: Device, hour: Int, _ statements: [LogEntry], wasRight: Bool? = true,
    isVerified: Bool = true
  ) throws {
    let received = Moment(milliseconds: Moment.noon.milliseconds + hour * 3_600_000, secondsFromGMT: 0)
    let session = try journal.begin("sync", with: device, at: received, zone: "UTC")
    try journal.apply(
      DecodedSession(
        SessionContents(
          statements: statements,
          clockEvents: [.init(frame: 0, time: Moment(milliseconds: 0, secondsFromGMT: 0), zone: "UTC", wrongDate: nil)],
          hadCorrectDate: wasRight, verifiedCount: isVerified ? statements.count : 0),
        decoder: "test", frames: [(1, received)]), toSession: session.id)
  }

  private func movement(_ journal: Journal) throws -> DayMovement? {
    let movement = try journal.movement(of: "me", from: day, to: day, withSources: true)[day]
    // The fast sums agree with the merged samples.
    let summed = try journal.movement(of: "me", from: day, to: day)[day]
    #expect(movement?.steps == summed?.steps && movement?.meters == summed?.meters)
    #expect(movement?.kilocalories == summed?.kilocalories && movement?.activeMinutes == summed?.activeMinutes)
    return movement
  }

  @Test func `the log of the whole day replaces a total from the middle of the day`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    try report(journal, ring, hour: -4, [statement("totals", Readings(totals: [total(62, meters: 44)]))])
    #expect(try movement(journal)?.steps == 62)
    #expect(try journal.steps(of: ring, on: day) == 62)
    let log =
      samples(.steps, [480: 62, 900: 4861]) + samples(.distance, [480: 44, 900: 3500])
      + samples(.activeEnergy, [480: 2, 900: 150])
    try report(
      journal, ring, hour: 20, [statement("activity", Readings(samples: log), [.steps, .distance, .activeEnergy])])
    let whole = try #require(try movement(journal))
    #expect((whole.steps, whole.meters, whole.kilocalories) == (4923, 3544, 152))
    #expect(whole.basis == .sumOfLog && whole.activeMinutes == nil)
    // The steps of a device, the list of days and a single day agree.
    #expect(try journal.steps(of: ring, on: day) == 4923)
    #expect(try journal.movement(of: "me", from: day, to: day)[day]?.meters == 3544)
    // A total larger than the log is newer.
    try report(journal, ring, hour: 21, [statement("totals", Readings(totals: [total(5000, meters: 3600)]))])
    #expect(try movement(journal)?.steps == 5000 && movement(journal)?.meters == 3600)
  }

  @Test func `all numbers of a day are from the device that counted most, never from a machine`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let (ring, watch) = (try device(journal, "ring"), try device(journal, "watch"))
    let bike = try device(journal, "bike", family: "fitness-machine")
    let ofRing = samples(.steps, [480: 500, 900: 400]) + samples(.distance, [480: 350, 900: 280])
    try report(journal, ring, hour: 0, [statement("activity", Readings(samples: ofRing), [.steps, .distance])])
    let ofWatch = samples(.steps, [480: 100, 481: 100, 900: 500, 901: 500])
    try report(
      journal, watch, hour: 0,
      [statement("activity", Readings(samples: ofWatch, totals: [total(1200, meters: 840)]), [.steps])])
    let ridden = samples(.distance, [600: 45_500], source: .live)
    try report(journal, bike, hour: 0, [statement("live", Readings(samples: ridden))])
    let counted = try #require(try movement(journal))
    #expect((counted.steps, counted.meters, counted.basis) == (1200, 840, .deviceTotal))
    #expect(try journal.movement(of: "me", from: day, to: day)[day]?.device == watch.id)
    let steps = try journal.samples(on: day, wearer: "me", metrics: [.steps])[.steps]
    #expect(steps?.count == 4, "the bars are those of the same device")
  }

  @Test func `data from a corrected clock replaces data from a wrong clock`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let night = Night(
      kind: .night, start: WallClock(date: day, minuteOfDay: 0), end: WallClock(date: day, minuteOfDay: 420),
      stages: [.init(stage: .light, minutes: 420)], provenance: Provenance(frames: [], decoder: "test"))
    let log = [
      statement("activity", Readings(samples: samples(.steps, [480: 500, 540: 70])), [.steps]),
      statement("sleep", Readings(nights: [night]), sleep: .night),
    ]
    try report(journal, ring, hour: 0, log, isVerified: false)
    // The next session finds that the clock had been lost.
    try report(journal, ring, hour: 1, [], wasRight: false)
    func doubtful() throws -> [Bool] {
      try journal.samples(of: .steps, in: .allTime).map(\.isDoubtful)
        + journal.sleeps(of: "me", in: .allTime).map(\.isDoubtful)
    }
    #expect(try doubtful() == [true, true, true])
    #expect(try journal.nights(of: ring, from: day, to: day).isEmpty, "it is not sent to a smart home")
    #expect(try journal.nights(from: day, to: day, wearer: "me").map(\.isDoubtful) == [true])
    // The ring reports the same data again, without one interval of the wrong clock.
    let again = [
      statement("activity", Readings(samples: samples(.steps, [480: 500, 600: 80])), [.steps]), log[1],
    ]
    try report(journal, ring, hour: 2, again)
    #expect(try doubtful() == [false, false, false])
    #expect(try journal.steps(of: ring, on: day) == 580, "nothing counts twice")
  }

  @Test func `a night in two parts is one night in every query`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    func part(_ from: Int, _ to: Int, _ kind: Night.Kind = .night, stage: SleepStage? = .light) -> Night {
      Night(
        kind: kind, start: WallClock(date: day, minuteOfDay: from), end: WallClock(date: day, minuteOfDay: to),
        stages: [.init(stage: stage, minutes: to - from)], provenance: Provenance(frames: [], decoder: "test"))
    }
    try report(
      journal, ring, hour: 0,
      [
        statement("sleep", Readings(nights: [part(10, 180), part(220, 420)]), sleep: .night),
        statement("naps", Readings(nights: [part(700, 730, .nap)]), sleep: .nap),
      ])
    let days = try journal.nights(from: day, to: day, wearer: "me")
    let toHome = try journal.nights(of: ring, from: day, to: day).map(\.night)
    #expect(days.map(\.kind) == [.night, .nap] && days.map(\.minutesAsleep) == [370, 30])
    #expect(days.map(\.minutes) == [410, 30] && days[0].minutes(in: .awake) == 40)
    #expect(toHome == days)
    // Parts without stages count as sleep too, with the time between them.
    let unstaged = [part(10, 180, stage: nil), part(220, 420, stage: nil)]
    try report(journal, ring, hour: 1, [statement("sleep", Readings(nights: unstaged), sleep: .night)])
    let night = try #require(try journal.nights(from: day, to: day, wearer: "me").first)
    #expect(night.minutesAsleep == 370 && !night.hasStages)
  }

  @Test func `a day that a device reports before its local beginning is not complete`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    // Synced at noon of the previous day: the device's clock is ahead, as on a journey to the east.
    let rates = samples(.heartRate, [5: 60, 10: 61])
    try report(journal, ring, hour: -24, [statement(.heartRate, Readings(samples: rates), [.heartRate])])
    let coverage = try #require(try journal.coverage(of: "me", from: day, to: day)[day])
    #expect(coverage.isReported == false && coverage.gaps.isEmpty)
  }

  @Test func `leaves out impossible measurements and returns their frames`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let none = Provenance(frames: [], decoder: "test")
    func statement(_ frame: Int, _ date: CalendarDate, minutes: Int = 15) -> LogEntry {
      let sample = Sample(
        .steps, 30, start: WallClock(date: date, minuteOfDay: 480), minutes: minutes, source: .log, provenance: none)
      return LogEntry(
        log: "activity", readings: Readings(samples: [sample]), days: [date], metrics: [.steps], frames: [frame],
        decoder: "test")
    }
    let received = Moment(milliseconds: Moment.noon.milliseconds, secondsFromGMT: 0)
    let session = try journal.begin("sync", with: ring, at: received, zone: "UTC")
    let wrong = [
      statement(2, CalendarDate(daysSince1970: 10_956)), statement(3, day.adding(days: 2)),
      statement(5, day.adding(days: -1), minutes: 26 * 60),
    ]
    let refused = try journal.apply(
      DecodedSession(
        SessionContents(
          statements: [statement(1, day)] + wrong,
          clockEvents: [.init(frame: 0, time: Moment(milliseconds: 0, secondsFromGMT: 0), zone: "UTC", wrongDate: nil)],
          hadCorrectDate: true, verifiedCount: 4),
        decoder: "test", frames: (0..<6).map { ($0 + 100, received) }), toSession: session.id)
    #expect(refused == [102, 103, 105])
    let all = Moment(milliseconds: 0, secondsFromGMT: 0)..<Moment(milliseconds: 1 << 44, secondsFromGMT: 0)
    #expect(try journal.samples(of: .steps, wearer: "me", in: all).map(\.value) == [30])
  }

  @Test func `times that a clock skipped do not replace other intervals`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    // At 07:00 the clock was put forward to 08:00, and the ring reports both hours.
    let begin = WallClock(date: day, minuteOfDay: 420)
    func moment(_ offset: Int, _ wall: WallClock) -> Moment { Moment(wall, secondsFromGMT: offset) }
    let received = moment(7200, WallClock(date: day, minuteOfDay: 720))
    let session = try journal.begin("sync", with: ring, at: received, zone: "Europe/Berlin")
    try journal.apply(
      DecodedSession(
        SessionContents(
          statements: [
            statement("activity", Readings(samples: samples(.steps, [420: 300, 480: 200, 540: 100])), [.steps])
          ],
          clockEvents: [
            .init(frame: 0, time: Moment(milliseconds: 0, secondsFromGMT: 3600), zone: "Europe/Berlin", wrongDate: nil),
            .init(
              frame: 0, time: Moment(milliseconds: moment(3600, begin).milliseconds + 60_000, secondsFromGMT: 7200),
              zone: "Europe/Berlin", wrongDate: nil),
          ], hadCorrectDate: true, verifiedCount: 1),
        decoder: "test", frames: [(1, received)]), toSession: session.id)
    #expect(try journal.steps(of: ring, on: day) == 600)
  }

  @Test func `a day is known until the report of its logs, except for hours without a measurement`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let rates = samples(.heartRate, Dictionary(uniqueKeysWithValues: stride(from: 0, to: 600, by: 5).map { ($0, 60) }))
    try report(
      journal, ring, hour: 1,
      [
        statement("heart-rate", Readings(samples: rates), [.heartRate]),
        statement("activity", Readings(samples: samples(.steps, [480: 500])), [.steps]),
      ])
    let part = try #require(try journal.coverage(of: "me", from: day, to: day)[day])
    #expect(part.until?.wallClock.time == TimeOfDay(minutes: 780) && !part.isWhole)
    #expect(part.gaps.map { $0.time.lowerBound.wallClock.time } == [TimeOfDay(minutes: 600)])
    // After midnight the heart rates arrived, and the connection was lost before the steps.
    try report(journal, ring, hour: 20, [statement("heart-rate", Readings(samples: rates), [.heartRate])])
    #expect(try journal.coverage(of: "me", from: day, to: day)[day]?.isReported == false)
    try report(
      journal, ring, hour: 21, [statement("activity", Readings(samples: samples(.steps, [480: 500])), [.steps])])
    let reported = try #require(try journal.coverage(of: "me", from: day, to: day)[day])
    #expect(reported.isReported && reported.until == nil && !reported.isWhole)
    #expect(reported.gaps.map { $0.time.upperBound } == [reported.end], "the evening was not measured")
  }

  @Test(arguments: [0, 6, 7])
  func `the rest of a day is lost when the device no longer keeps the day`(daysLater: Int) throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let rates = samples(.heartRate, Dictionary(uniqueKeysWithValues: stride(from: 0, to: 600, by: 5).map { ($0, 60) }))
    try report(journal, ring, hour: -2, [statement("heart-rate", Readings(samples: rates), [.heartRate])])
    let now = Moment(milliseconds: Moment.noon.milliseconds + daysLater * 86_400_000, secondsFromGMT: 0)
    let part = try #require(try journal.coverage(of: "me", from: day, to: day, now: now)[day])
    #expect(part.reason == (daysLater < 7 ? .notSyncedYet : .notSyncedInTime))
    #expect(part.until?.wallClock.time == TimeOfDay(minutes: 600))
    #expect(!part.isWhole && !part.counts && !part.isComparable)
  }

  @Test(arguments: [
    (first: 0, last: 1435, edge: DayCoverage.Edge?.none), (first: 119, last: 1324, edge: nil),
    (first: 130, last: 1435, edge: .first), (first: 0, last: 1300, edge: .last),
  ])
  func `the first and last day of wear do not count if they were only partly measured`(
    first: Int, last: Int, edge: DayCoverage.Edge?
  ) throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let rates = samples(
      .heartRate, Dictionary(uniqueKeysWithValues: stride(from: first, through: last, by: 5).map { ($0, 60) }))
    try report(journal, ring, hour: 20, [statement("heart-rate", Readings(samples: rates), [.heartRate])])
    for withGaps in [true, false] {
      let whole = try #require(try journal.coverage(of: "me", from: day, to: day, withGaps: withGaps)[day])
      #expect(whole.edge == edge && whole.counts == (edge == nil) && whole.isReported)
      #expect(whole.isComparable == (edge != .first), "no later day changes a trend")
    }
  }

  @Test func `an import that ended before the first sync has its own first and last day`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let (first, last) = (day.adding(days: -5), day.adding(days: -4))
    let imported = stride(from: 0, to: 1440 + 600, by: 5).map { minute -> ImportedEntry in
      let start = Moment(WallClock(date: first, minuteOfDay: 0).adding(minutes: minute), secondsFromGMT: 0)
      return .sample(.heartRate, 60, start: start, length: 0, .log)
    }
    _ = try journal.keep(
      imported, of: DeviceID("ring"), name: "ring", family: "colmi-ring", wearer: "me", from: "test", at: Moment.noon)
    let worn = Dictionary(uniqueKeysWithValues: stride(from: 840, to: 1440, by: 5).map { ($0, 60.0) })
    try report(
      journal, ring, hour: 20, [statement("heart-rate", Readings(samples: samples(.heartRate, worn)), [.heartRate])])
    for withGaps in [true, false] {
      let days = try journal.coverage(of: "me", from: first, to: day, withGaps: withGaps)
      #expect(days[first]?.counts ?? true)
      #expect(days[last]?.edge == .last && days[day]?.edge == .first)
    }
  }

  @Test(arguments: [
    (before: 80.0, after: 70.0, reason: GapReason.notWorn), (before: 20, after: 100, reason: .charging),
    (before: 2, after: 2, reason: .charging),
  ])
  func `the reason of a gap distinguishes charging from not wearing the device`(
    before: Double, after: Double, reason: GapReason
  ) throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let minutes = Array(stride(from: 0, to: 600, by: 5)) + Array(stride(from: 840, to: 1440, by: 5))
    let rates = samples(.heartRate, Dictionary(uniqueKeysWithValues: minutes.map { ($0, 60) }))
    let cell = samples(.battery, [595: before, 850: after])
    try report(
      journal, ring, hour: 20,
      [
        statement("heart-rate", Readings(samples: rates), [.heartRate]),
        statement("battery", Readings(samples: cell), [.battery]),
      ])
    let coverage = try #require(try journal.coverage(of: "me", from: day, to: day)[day])
    #expect(coverage.gaps.map(\.reason) == [reason])
    #expect(coverage.gaps.map { $0.time.lowerBound.wallClock.time } == [TimeOfDay(minutes: 600)])
    #expect(coverage.counts && !coverage.isWhole)
  }

  @Test func `a day without measurements is one gap if the device measures on other days`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let ring = try device(journal, "ring")
    let rates = samples(.heartRate, Dictionary(uniqueKeysWithValues: stride(from: 0, to: 1440, by: 5).map { ($0, 60) }))
    let next = day.adding(days: 1)
    try report(journal, ring, hour: 20, [statement("heart-rate", Readings(samples: rates), [.heartRate])])
    try report(
      journal, ring, hour: 40,
      [
        LogEntry(
          log: .heartRate, readings: Readings(), days: [next], metrics: [.heartRate], frames: [0], decoder: "test")
      ])
    let empty = try #require(try journal.coverage(of: "me", from: next, to: next)[next])
    #expect(empty.gaps.map(\.reason) == [.notWorn] && !empty.isWhole)
    #expect(empty.gaps.first?.time == Moment(WallClock(date: next, secondOfDay: 0), secondsFromGMT: 0)..<empty.end)
  }

  @Test func `chooses the device that covers most of a day in days, trends and choices`() throws {
    let (journal, folder) = try journal()
    defer { extendLifetime(folder) }
    let (strap, ring) = (try device(journal, "strap"), try device(journal, "ring"))
    let dense = Dictionary(uniqueKeysWithValues: (600..<720).map { ($0, 150.0) })
    let sparse = Dictionary(uniqueKeysWithValues: stride(from: 0, to: 1440, by: 30).map { ($0, 60.0) })
    try report(
      journal, strap, hour: 20, [statement("heart-rate", Readings(samples: samples(.heartRate, dense)), [.heartRate])])
    try report(
      journal, ring, hour: 20, [statement("heart-rate", Readings(samples: samples(.heartRate, sparse)), [.heartRate])])
    let choice = try #require(try journal.deviceChoice(of: .heartRate, wearer: "me", on: day))
    #expect(choice.device == ring.id && choice.chosen.amount == 48 && choice.others.map(\.amount) == [24])
    #expect(
      Set(try journal.samples(on: day, wearer: "me", metrics: Metric.known).values.joined().map(\.value)) == [60])
    #expect(try journal.trend(of: .heartRate, from: day, to: day, wearer: "me").map(\.count) == [48])
  }
}
