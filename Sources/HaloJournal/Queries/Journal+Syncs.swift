import GRDB

/// Times of syncs and imports, and of the data that they reported.
extension Journal {
  /// The start times of successful, complete syncs with a wearer's devices, in order, from `time` on.
  public func syncs(of wearer: String, since time: Moment) throws -> [Moment] {
    try read { db in
      let times = try db.numbers(
        """
        SELECT begun FROM session WHERE device IN (\(Self.devices(of: wearer))) AND purpose = 'sync' AND outcome IS NULL
          AND ended IS NOT NULL AND begun >= :from ORDER BY begun
        """, ["wearer": wearer, "from": time.milliseconds], in: StoredNumber.times)
      let clock = try Self.clock(of: wearer, db)
      return times.map { Moment(milliseconds: $0, secondsFromGMT: clock?.offset(at: $0) ?? 0) }
    }
  }

  /// True if any sync with a wearer's device that stores days was successful. Scales and straps store none.
  public func isSynced(_ wearer: String) throws -> Bool {
    try exists(
      """
      SELECT 1 FROM session WHERE device IN (\(Self.devices(of: wearer))) AND purpose = 'sync' AND outcome IS NULL
        AND ended IS NOT NULL AND EXISTS (SELECT 1 FROM coverage WHERE coverage.device = session.device)
      """, ["wearer": wearer])
  }

  /// The time at which a wearer's devices last reported the nights that end on days from `first` to `last`, also in a
  /// sync that was interrupted later. With several devices, the earliest of their reports: another device may still
  /// have the night.
  public func nightReportTimes(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [CalendarDate: Moment] {
    let nights = try all(
      """
      SELECT day, min(received) AS received FROM coverage WHERE device IN (\(Self.devices(of: wearer))) AND log = :log
        AND day BETWEEN :first AND :last GROUP BY day
      """, ["wearer": wearer, "log": LogID.sleep.rawValue, "first": first.description, "last": last.description]
    ) { try ($0.date("day"), $0.moment("received")) }
    return Dictionary(uniqueKeysWithValues: nights)
  }

  /// True if a wearer has imported data.
  public func hasImports(_ wearer: String) throws -> Bool {
    try exists("SELECT 1 FROM import WHERE device IN (\(Self.devices(of: wearer)))", ["wearer": wearer])
  }

  /// The condition for sessions whose clock was not ahead. A later sync that began more than a day earlier shows that a
  /// clock was ahead.
  private static let byCorrectClock = """
    NOT EXISTS (SELECT 1 FROM session AS later WHERE later.id > session.id AND later.purpose = 'sync'
      AND later.begun < session.begun - \(Milliseconds.day))
    """

  /// The beginning of the newest sync of any device, or its newest imported sample if that is later; `nil` without
  /// either. Doubtful data does not count, nor do samples dated after their import: a traveler's may be a day ahead, and
  /// an older version accepted any.
  public func newestRecord() throws -> Moment? {
    try read { db in
      let times = try db.numbers("SELECT id FROM device").flatMap { device in
        let synced = try db.number(
          """
          SELECT begun FROM session WHERE device = ? AND purpose = 'sync' AND \(Self.byCorrectClock) ORDER BY begun DESC LIMIT 1
          """, [device], in: StoredNumber.times)
        guard try db.exists("SELECT 1 FROM import WHERE device = ?", [device]) else { return [synced] }
        let imported = try Metric.known.map { metric in
          try db.number(
            """
            SELECT sample.start FROM sample JOIN import ON import.id = sample.import JOIN import_run ON import_run.id = run
              WHERE sample.device = ? AND metric = ? AND start > ? AND doubtful = 0 AND start < import_run.time
              ORDER BY start DESC LIMIT 1
            """, [device, metric.code, synced ?? .min], in: StoredNumber.times)
        }
        return [synced] + imported
      }
      return times.compactMap(\.self).max().map { Moment(milliseconds: $0, secondsFromGMT: 0) }
    }
  }

  /// The time of a wearer's newest record: the last session or import; `nil` without either.
  public func newest(of wearer: String) throws -> Moment? {
    try read { db in
      let time = try db.number(
        """
        SELECT max(time) FROM (
          SELECT (SELECT max(time) FROM (
              SELECT coalesce(ended, begun) AS time FROM session WHERE session.device = device.id AND \(Self.byCorrectClock)
                AND (ended IS NULL OR EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id)
                  OR EXISTS (SELECT 1 FROM statement WHERE statement.session = session.id))
              ORDER BY begun DESC LIMIT \(Self.newestSessions))) AS time
            FROM device WHERE id IN (\(Self.devices(of: wearer)))
          UNION ALL SELECT max(time) FROM import JOIN import_run ON import_run.id = run WHERE device IN (\(Self.devices(of: wearer))))
        """, ["wearer": wearer], in: StoredNumber.times)
      guard let time else { return nil }
      let offset = try Self.clock(of: wearer, db)?.offset(at: time) ?? Self.offset(of: wearer, near: time, db)
      return Moment(milliseconds: time, secondsFromGMT: offset)
    }
  }
}
