import GRDB
public import HaloHealth

/// When devices were synced and files imported, and what was told then.
extension Journal {
  /// When syncs with devices of a wearer began that ended well and whole, in order, from `time` on.
  public func syncs(of wearer: String, since time: Moment) throws -> [Moment] {
    try read { db in
      let times = try Int.fetchAll(
        db,
        sql: """
          SELECT begun FROM session WHERE device IN (\(Self.devices(of: wearer))) AND purpose = 'sync' AND outcome IS NULL
            AND ended IS NOT NULL AND begun >= :from ORDER BY begun
          """, arguments: ["wearer": wearer, "from": time.milliseconds])
      let clock = try Self.clock(of: wearer, db)
      return times.map { Moment(milliseconds: $0, secondsFromGMT: clock?.offset(at: $0) ?? 0) }
    }
  }

  /// Whether a sync with a device of a wearer ever ended well.
  public func isSynced(_ wearer: String) throws -> Bool {
    try read { db in
      try db.exists(
        """
        SELECT 1 FROM session WHERE device IN (\(Self.devices(of: wearer))) AND purpose = 'sync' AND outcome IS NULL
          AND ended IS NOT NULL
        """, ["wearer": wearer])
    }
  }

  /// When the devices of a wearer last reported the nights that end on days from `first` to `last`, also in a sync that broke off
  /// afterwards. Of several devices it is the one that reported first: another one may still have the night.
  public func nightsTold(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [CalendarDate: Moment] {
    try read { db in
      let nights = try CoverageRecord.fetchAll(
        db,
        sql: """
          SELECT device, log, day, min(received) AS received FROM coverage WHERE device IN (\(Self.devices(of: wearer))) AND log = :log
            AND day BETWEEN :first AND :last GROUP BY day
          """,
        arguments: [
          "wearer": wearer, "log": LogStatement.nightLog, "first": first.description, "last": last.description,
        ])
      return Dictionary(
        uniqueKeysWithValues: nights.map { ($0.day, Moment(milliseconds: $0.received, secondsFromGMT: 0)) })
    }
  }

  /// Whether anything of a wearer came out of a file.
  public func hasImports(_ wearer: String) throws -> Bool {
    try read { try $0.exists("SELECT 1 FROM import WHERE device IN (\(Self.devices(of: wearer)))", ["wearer": wearer]) }
  }

  /// Of sessions, those that no later sync shows to be of a clock that was ahead: that sync began more than a day before them.
  private static let byRightClock = """
    NOT EXISTS (SELECT 1 FROM session AS later WHERE later.id > session.id AND later.purpose = 'sync'
      AND later.begun < session.begun - \(Milliseconds.day))
    """

  /// When the newest sync of any device began, or its newest imported sample if that is later; `nil` if there is neither. What is of
  /// doubtful time does not count, nor does a sample of days after its import, which an older Halo took.
  public func newestRecord() throws -> Moment? {
    try read { db in
      let times = try Int.fetchAll(db, sql: "SELECT id FROM device").flatMap { device in
        let synced = try Int.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT begun FROM session WHERE device = ? AND purpose = 'sync' AND \(Self.byRightClock) ORDER BY begun DESC LIMIT 1
              """), arguments: [device])
        guard try db.exists("SELECT 1 FROM import WHERE device = ?", [device]) else { return [synced] }
        let imported = try Metric.allCases.map { metric in
          try Int.fetchOne(
            db.cachedStatement(
              sql: """
                SELECT sample.start FROM sample JOIN import ON import.id = sample.import
                  WHERE sample.device = ? AND metric = ? AND start > ? AND doubtful = 0 AND start < import.time + \(2 * Milliseconds.day)
                  ORDER BY start DESC LIMIT 1
                """), arguments: [device, metric.code, synced ?? .min])
        }
        return [synced] + imported
      }
      return times.compactMap(\.self).max().map { Moment(milliseconds: $0, secondsFromGMT: 0) }
    }
  }

  /// The newest thing that is known of a wearer: when a device was last spoken with, or a file imported; `nil` where neither was.
  public func newest(of wearer: String) throws -> Moment? {
    try read { db in
      let time = try Int.fetchOne(
        db,
        sql: """
          SELECT max(time) FROM (
            SELECT (SELECT max(time) FROM (
                SELECT coalesce(ended, begun) AS time FROM session WHERE session.device = device.id AND \(Self.byRightClock)
                  AND (ended IS NULL OR EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id)
                    OR EXISTS (SELECT 1 FROM statement WHERE statement.session = session.id))
                ORDER BY begun DESC LIMIT \(Self.newestSessions))) AS time
              FROM device WHERE id IN (\(Self.devices(of: wearer)))
            UNION ALL SELECT max(time) FROM import WHERE device IN (\(Self.devices(of: wearer))))
          """, arguments: ["wearer": wearer])
      guard let time else { return nil }
      let offset = try Self.clock(of: wearer, db)?.offset(at: time) ?? Self.offset(of: wearer, near: time, db)
      return Moment(milliseconds: time, secondsFromGMT: offset)
    }
  }

  /// The first day that a session told something about; `nil` where it told nothing about days.
  public func firstDay(toldIn session: Int) throws -> CalendarDate? {
    try read { db in
      let told = try String.fetchOne(
        db,
        sql: """
          SELECT min(coverage.day) FROM coverage JOIN statement ON statement.id = coverage.statement WHERE statement.session = ?
          """, arguments: [session])
      return told.flatMap { CalendarDate($0[...]) }
    }
  }
}
