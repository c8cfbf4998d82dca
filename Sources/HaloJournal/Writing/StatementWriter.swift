import GRDB

/// Writes statements and their readings by the rules of identity: for each day the latest statement about the same log
/// counts, and a count never decreases.
struct StatementWriter {
  private let device: Int
  private let session: Int
  private let clock: ClockHistory
  private let db: Database
  private var samples: SampleWriter
  /// The journal's numbers of the current statement's frames.
  private var frames: [Int] = []
  /// Frames with data outside the bounds.
  private(set) var refused: Set<Int> = []

  init(device: Int, session: Int, clock: ClockHistory, _ db: Database) {
    self.device = device
    self.session = session
    self.clock = clock
    self.db = db
    samples = SampleWriter(db)
  }

  mutating func write(_ statement: LogEntry, frames: [Int], received: Moment, isVerified: Bool) throws {
    self.frames = frames
    try db.run(
      "INSERT INTO statement (session, log, decoder, received, verified, frames) VALUES (?, ?, ?, ?, ?, ?)",
      [
        session, statement.log.rawValue, statement.decoder, received.milliseconds,
        isVerified || statement.clock != .device, FrameRange.text(frames),
      ])
    let number = Int(db.lastInsertedRowID)
    let bounds = DataBounds(now: received)
    let days = statement.days.filter(bounds.contains)
    if days.count < statement.days.count { refuse() }
    let latest = Set(try days.filter { try cover($0, statement.log.rawValue, number, received) })
    let speaksOfDays = !statement.days.isEmpty
    var left = try starts(of: statement, days: latest)
    for (index, sample) in statement.readings.samples.enumerated() {
      // If a day has a later statement, only counts can still be too small.
      guard !speaksOfDays || sample.metric.isCount || latest.contains(sample.start.date) else { continue }
      let (moment, isDoubtful) = time(of: sample, index, statement.clock, received)
      let length = sample.minutes * Milliseconds.minute
      guard bounds.problem(sample.metric, sample.value, start: moment, length: length) == nil else {
        refuse()
        continue
      }
      try samples.write(sample, at: moment, isDoubtful: isDoubtful, device: device, statement: number)
      if !left.isEmpty { left[sample.metric]?[moment.milliseconds] = nil }
    }
    try samples.finish()
    try retire(left, statement)
    try writeNights(statement, number, received, days: speaksOfDays ? latest : nil)
    for total in statement.readings.totals {
      if bounds.contains(total.date) { try write(total, number) } else { refuse() }
    }
  }

  private mutating func refuse() { refused.formUnion(frames) }

  /// Records the coverage of a day; false if a later statement covers it already.
  private func cover(_ day: CalendarDate, _ log: String, _ statement: Int, _ received: Moment) throws -> Bool {
    // A day is complete when it has ended everywhere, at noon UTC: on a journey west, part of it occurs twice.
    let isOver = received >= Moment(day.midnight, secondsFromGMT: 0) + .hours(36)
    try db.run(
      """
      INSERT INTO coverage (device, log, day, statement, received, complete) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET statement = excluded.statement, received = excluded.received, complete = excluded.complete
      WHERE excluded.received >= coverage.received
      """, [device, log, day.description, statement, received.milliseconds, isOver])
    return db.changesCount > 0
  }

  /// The time of a sample by this machine's clock, and whether it is doubtful.
  private func time(
    of sample: Sample, _ index: Int, _ clock: LogEntry.Clock, _ received: Moment
  ) -> (moment: Moment, isDoubtful: Bool) {
    switch clock {
    case .device: self.clock.moment(of: sample.start, received: received.milliseconds)
    case .host: (received, false)
    case .moments(let moments): (index < moments.count ? moments[index] : received, false)
    }
  }

  /// The stored samples of the days that a statement covers completely. Samples that it does not repeat are deleted.
  /// Counts are kept, because a device that restarted has lost its log, but counts by a wrong clock are deleted. Counts
  /// of a time that the clock showed twice and that is reported again are also deleted: they would count twice.
  private func starts(of statement: LogEntry, days: Set<CalendarDate>) throws -> [Metric: [Int: Known]] {
    guard let first = days.min(), let last = days.max() else { return [:] }
    let source = statement.readings.samples.first?.source ?? .log
    var starts: [Metric: [Int: Known]] = [:]
    for metric in statement.metrics {
      try db.forEach(
        """
        SELECT start, wall, value, doubtful FROM sample WHERE device = :device AND metric = :metric AND \(LocalDays.condition)
        AND source = :source AND statement IS NOT NULL
        """,
        LocalDays(first, last).arguments &+ ["device": device, "metric": metric.code, "source": source.code]
      ) { row in
        let wall = WallClock(secondsSince1970: try row.time("wall"))
        guard days.contains(wall.date) else { return }
        starts[metric, default: [:]][try row.time("start")] = try Known(
          wall: wall, value: row.value("value"), isDoubtful: row.value("doubtful"))
      }
    }
    return starts
  }

  /// A stored sample.
  private struct Known {
    /// The beginning, by the device's clock.
    let wall: WallClock
    let value: Double
    let isDoubtful: Bool
  }

  private func retire(_ left: [Metric: [Int: Known]], _ statement: LogEntry) throws {
    let source = statement.readings.samples.first?.source ?? .log
    for (metric, starts) in left where !starts.isEmpty {
      let samples = metric.isCount ? statement.readings.samples.filter { $0.metric == metric } : []
      let reported = Dictionary(samples.map { ($0.start, $0.value) }, uniquingKeysWith: max)
      for (start, known) in starts {
        // A device adds to an interval that its clock shows again. A smaller value means that the device has lost data.
        guard !metric.isCount || known.isDoubtful || reported[known.wall].map({ $0 >= known.value }) ?? false else {
          continue
        }
        try db.run(
          "DELETE FROM sample WHERE device = ? AND metric = ? AND start = ? AND source = ?",
          [device, metric.code, start, source.code])
      }
    }
  }

  private mutating func writeNights(
    _ statement: LogEntry, _ number: Int, _ received: Moment, days: Set<CalendarDate>?
  ) throws {
    guard let kind = statement.sleep else { return }
    let nights = statement.readings.nights.filter { days?.contains($0.end.date) ?? true }
    var kept: Set<Int> = []
    let bounds = DataBounds(now: received)
    for night in nights {
      let (start, isDoubtful) = clock.moment(of: night.start, received: received.milliseconds)
      guard bounds.problem(ofSleepAt: start, minutes: night.minutes) == nil else {
        refuse()
        continue
      }
      kept.insert(start.milliseconds)
      let length = night.minutes * Milliseconds.minute
      // Data reported by the device itself takes precedence over a file, if its time is certain.
      if !isDoubtful {
        try Journal.deleteImportedSleeps(
          kind, device: device, in: start.milliseconds..<start.milliseconds + length, db)
      }
      try db.run(
        """
        INSERT INTO night (device, kind, start, length, wall, day, stages, doubtful, statement)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET length = excluded.length, stages = excluded.stages, day = excluded.day,
          doubtful = excluded.doubtful, statement = excluded.statement, import = NULL, place = NULL
        WHERE excluded.doubtful < night.doubtful OR (excluded.doubtful = night.doubtful
          AND (excluded.stages IS NOT night.stages OR excluded.length IS NOT night.length))
        """,
        [
          device, kind.rawValue, start.milliseconds, length, start.wallClock.secondsSince1970,
          night.end.date.description, Night.text(night.stages), isDoubtful, number,
        ])
    }
    for day in days ?? [] {
      let starts = try db.numbers(
        "SELECT start FROM night WHERE device = ? AND kind = ? AND day = ? AND statement IS NOT NULL",
        [device, kind.rawValue, day.description], in: StoredNumber.times)
      for start in starts where !kept.contains(start) {
        try db.run("DELETE FROM night WHERE device = ? AND kind = ? AND start = ?", [device, kind.rawValue, start])
      }
    }
  }

  private func write(_ total: DailyTotals, _ statement: Int) throws {
    try db.run(
      """
      INSERT INTO total (device, day, steps, meters, kilocalories, minutes, statement) VALUES (?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET steps = excluded.steps, meters = excluded.meters, kilocalories = excluded.kilocalories,
        minutes = excluded.minutes, statement = excluded.statement, import = NULL
      WHERE excluded.steps > total.steps OR (excluded.steps = total.steps AND excluded.meters > total.meters)
      """,
      [
        device, total.date.description, total.steps, total.meters, total.kilocalories, total.activeMinutes, statement,
      ])
  }
}
