import GRDB
public import HaloHealth

/// What was read from a session's frames: what the journal keeps of it beside the frames themselves.
public struct SessionFindings: Sendable {
  /// A clock that was set, or found to be wrong.
  public struct ClockEvent: Sendable {
    let time: Moment
    let zone: String
    let wrongDate: CalendarDate?

    /// The clock was set at `time`, in `zone`; or it showed `wrongDate`.
    public init(time: Moment, zone: String, wrongDate: CalendarDate?) {
      self.time = time
      self.zone = zone
      self.wrongDate = wrongDate
    }
  }

  let decoder: String
  let statements: [(statement: LogStatement, received: Moment)]
  let clockEvents: [ClockEvent]
  let beganRight: Bool?
  let verifiedCount: Int

  /// What `decoder` read: statements, each with the time at which its last frame came and with the journal's numbers of its frames.
  public init(
    decoder: String, statements: [(statement: LogStatement, received: Moment)], clockEvents: [ClockEvent],
    beganRight: Bool?, verifiedCount: Int
  ) {
    self.decoder = decoder
    self.statements = statements
    self.clockEvents = clockEvents
    self.beganRight = beganRight
    self.verifiedCount = verifiedCount
  }
}

extension Journal {
  /// Keeps what was read from a session's frames, in place of what was read from them before.
  public func apply(_ findings: SessionFindings, toSession session: Int) throws {
    try write { db in try Self.apply(findings, toSession: session, db) }
  }

  static func apply(_ findings: SessionFindings, toSession session: Int, _ db: Database) throws {
    guard let device = try Int.fetchOne(db, sql: "SELECT device FROM session WHERE id = ?", arguments: [session])
    else { return }
    try db.execute(sql: "DELETE FROM statement WHERE session = ?", arguments: [session])
    try db.execute(sql: "DELETE FROM clock WHERE session = ?", arguments: [session])
    try settleDoubts(findings.beganRight, device: device, before: session, db)
    for event in findings.clockEvents {
      try db.execute(
        sql: "INSERT INTO clock (device, session, time, offset, zone, wrong) VALUES (?, ?, ?, ?, ?, ?)",
        arguments: [
          device, session, event.time.milliseconds, event.time.secondsFromGMT, event.zone,
          event.wrongDate?.description,
        ])
    }
    let writer = StatementWriter(device: device, session: session, clock: try ClockHistory.of(device: device, db), db)
    for (place, (statement, received)) in findings.statements.enumerated() {
      try writer.write(statement, received: received, isVerified: place < findings.verifiedCount)
    }
    try db.execute(sql: "UPDATE session SET decoder = ? WHERE id = ?", arguments: [findings.decoder, session])
  }

  /// What earlier sessions ended with before the device's date could be seen again: now it is known whether it was right.
  private static func settleDoubts(_ wasRight: Bool?, device: Int, before session: Int, _ db: Database) throws {
    guard let wasRight else { return }
    let open = "verified = 0 AND session < ? AND session IN (SELECT id FROM session WHERE device = ?)"
    if wasRight {
      try db.execute(sql: "UPDATE statement SET verified = 1 WHERE \(open)", arguments: [session, device])
    } else {
      for table in ["sample", "night"] {
        try db.execute(
          sql: "UPDATE \(table) SET doubtful = 1 WHERE statement IN (SELECT id FROM statement WHERE \(open))",
          arguments: [session, device])
      }
    }
  }
}

/// Writes statements and what they tell, by the rules of identity: of each day a later statement about the same log holds, and a
/// count never shrinks.
private struct StatementWriter {
  private let device: Int
  private let session: Int
  private let clock: ClockHistory
  private let db: Database

  init(device: Int, session: Int, clock: ClockHistory, _ db: Database) {
    self.device = device
    self.session = session
    self.clock = clock
    self.db = db
  }

  func write(_ statement: LogStatement, received: Moment, isVerified: Bool) throws {
    try db.execute(
      sql: """
        INSERT INTO statement (session, log, decoder, received, verified, frames) VALUES (?, ?, ?, ?, ?, ?)
        """,
      arguments: [
        session, statement.log, statement.decoder, received.milliseconds, isVerified || statement.clock != .device,
        FrameRange.text(statement.frames),
      ])
    let number = Int(db.lastInsertedRowID)
    let latest = try statement.days.filter { try cover($0, statement.log, number, received) }
    // Of a day that something later was told about, only counts can still be too small.
    let isLatest = statement.days.isEmpty ? nil : Set(latest)
    let samples = statement.readings.samples.filter { sample in
      isLatest?.contains(sample.start.date) ?? true || sample.metric.isCount
    }
    let starts = try samples.map { try write($0, statement.clock, number, received) }
    try retire(statement, days: latest, keeping: zip(samples, starts).map { ($0.metric, $1) })
    try writeNights(statement, number, received, days: isLatest)
    for total in statement.readings.totals { try write(total, number) }
  }

  /// Notes that a day is told about; `false` where something later was told about it already.
  private func cover(_ day: CalendarDate, _ log: String, _ statement: Int, _ received: Moment) throws -> Bool {
    let upsert = try db.cachedStatement(
      sql: """
        INSERT INTO coverage (device, log, day, statement, received, complete) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET statement = excluded.statement, received = excluded.received, complete = excluded.complete
        WHERE excluded.received >= coverage.received
        """)
    // A day is complete once the next one has begun on the device's clock.
    try upsert.execute(
      arguments: [
        device, log, day.description, statement, received.milliseconds, received.wallClock.date > day,
      ])
    return db.changesCount > 0
  }

  /// Writes a sample; its start in milliseconds.
  private func write(
    _ sample: Sample, _ clock: LogStatement.Clock, _ statement: Int, _ received: Moment
  ) throws -> Int {
    let (moment, isDoubtful) =
      switch clock {
      case .device: self.clock.moment(of: sample.start, received: received.milliseconds)
      case .host: (received, false)
      }
    let condition =
      sample.metric.isCount
      ? "excluded.value > sample.value" : "excluded.value IS NOT sample.value OR excluded.length IS NOT sample.length"
    let upsert = try db.cachedStatement(
      sql: """
        INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, statement)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET length = excluded.length, value = excluded.value, doubtful = excluded.doubtful,
          statement = excluded.statement, import = NULL
        WHERE \(condition)
        """)
    try upsert.execute(
      arguments: [
        device, sample.metric.code, moment.milliseconds, sample.source.code, sample.minutes * 60_000,
        moment.wallClock.secondsSince1970, sample.value, isDoubtful, statement,
      ])
    return moment.milliseconds
  }

  /// Lets go what a later statement about these days does not contain any more. Counts stay: a device that restarted has
  /// forgotten, not undone.
  private func retire(
    _ statement: LogStatement, days: [CalendarDate], keeping kept: [(metric: Metric, start: Int)]
  ) throws {
    guard !days.isEmpty else { return }
    let source = statement.readings.samples.first?.source ?? .log
    let days = Set(days)
    for metric in statement.metrics where !metric.isCount {
      let starts = Set(kept.filter { $0.metric == metric }.map(\.start))
      for day in days {
        let wall = day.daysSince1970 * 86_400
        // A wall clock is at most 14 hours off UTC.
        let rows = try Row.fetchAll(
          db.cachedStatement(
            sql: """
              SELECT start FROM sample WHERE device = ? AND metric = ? AND start BETWEEN ? AND ? AND source = ?
              AND wall BETWEEN ? AND ? AND statement IS NOT NULL
              """),
          arguments: [
            device, metric.code, (wall - 50_400) * 1000, (wall + 86_400 + 50_400) * 1000, source.code, wall,
            wall + 86_399,
          ])
        for row in rows where !starts.contains(row[0]) {
          try db.execute(
            sql: "DELETE FROM sample WHERE device = ? AND metric = ? AND start = ? AND source = ?",
            arguments: [device, metric.code, row[0] as Int, source.code])
        }
      }
    }
  }

  private func writeNights(
    _ statement: LogStatement, _ number: Int, _ received: Moment, days: Set<CalendarDate>?
  ) throws {
    guard let kind = statement.sleep else { return }
    let nights = statement.readings.nights.filter { days?.contains($0.end.date) ?? true }
    var kept: Set<Int> = []
    for night in nights {
      let (start, isDoubtful) = clock.moment(of: night.start, received: received.milliseconds)
      kept.insert(start.milliseconds)
      try db.execute(
        sql: """
          INSERT INTO night (device, kind, start, length, wall, day, stages, doubtful, statement)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET length = excluded.length, stages = excluded.stages, day = excluded.day,
            doubtful = excluded.doubtful, statement = excluded.statement, import = NULL
          WHERE excluded.stages IS NOT night.stages OR excluded.length IS NOT night.length
          """,
        arguments: [
          device, kind.rawValue, start.milliseconds, night.minutes * 60_000, start.wallClock.secondsSince1970,
          night.end.date.description, Night.text(night.stages), isDoubtful, number,
        ])
    }
    for day in days ?? [] {
      let starts = try Int.fetchAll(
        db, sql: "SELECT start FROM night WHERE device = ? AND kind = ? AND day = ? AND statement IS NOT NULL",
        arguments: [device, kind.rawValue, day.description])
      for start in starts where !kept.contains(start) {
        try db.execute(
          sql: "DELETE FROM night WHERE device = ? AND kind = ? AND start = ?",
          arguments: [device, kind.rawValue, start])
      }
    }
  }

  private func write(_ total: DailyTotals, _ statement: Int) throws {
    try db.execute(
      sql: """
        INSERT INTO total (device, day, steps, meters, kilocalories, minutes, statement) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT DO UPDATE SET steps = excluded.steps, meters = excluded.meters, kilocalories = excluded.kilocalories,
          minutes = excluded.minutes, statement = excluded.statement, import = NULL
        WHERE excluded.steps > total.steps OR (excluded.steps = total.steps AND excluded.meters > total.meters)
        """,
      arguments: [
        device, total.date.description, total.steps, total.meters, total.kilocalories, total.activeMinutes, statement,
      ])
  }
}
