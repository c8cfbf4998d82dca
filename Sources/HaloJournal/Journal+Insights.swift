import GRDB
public import HaloHealth

/// What insights are computed from, beside samples and days.
extension Journal {
  /// The hours since 1970, within a time, in which a device of a wearer measured something that takes a body: a pulse or what is made
  /// of it, skin temperature, steps.
  public func wornHours(of wearer: String, in time: Range<Moment>) throws -> Set<Int> {
    let metrics: [Metric] = [
      .heartRate, .heartRateVariability, .heartRateVariabilityRMSSD, .oxygenSaturationMinimum, .stress, .steps,
    ]
    return try read { db in
      var hours: Set<Int> = []
      for metric in metrics {
        hours.formUnion(
          try Int.fetchAll(
            db.cachedStatement(
              sql: """
                SELECT DISTINCT start / 3600000 FROM sample WHERE device IN (\(Self.devices(of: wearer))) AND metric = :metric
                  AND start >= :from AND start < :to AND value > 0 AND doubtful = 0
                """),
            arguments: [
              "wearer": wearer, "metric": metric.code, "from": time.lowerBound.milliseconds,
              "to": time.upperBound.milliseconds,
            ]))
      }
      return hours
    }
  }

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

  /// When the devices of a wearer last reported the nights that end on days from `first` to `last`, also in a sync that broke off
  /// afterwards. Of several devices it is the one that reported first: another one may still have the night.
  public func nightsTold(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [CalendarDate: Moment] {
    try read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT day, min(received) FROM coverage WHERE device IN (\(Self.devices(of: wearer))) AND log = :log
            AND day BETWEEN :first AND :last GROUP BY day
          """,
        arguments: [
          "wearer": wearer, "log": LogStatement.nightLog, "first": first.description, "last": last.description,
        ])
      return Dictionary(
        uniqueKeysWithValues: rows.compactMap { row in
          CalendarDate((row[0] as String)[...]).map { ($0, Moment(milliseconds: row[1], secondsFromGMT: 0)) }
        })
    }
  }

  /// Whether a sync with a device of a wearer ever ended well.
  public func isSynced(_ wearer: String) throws -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT EXISTS (SELECT 1 FROM session WHERE device IN (\(Self.devices(of: wearer))) AND purpose = 'sync'
            AND outcome IS NULL AND ended IS NOT NULL)
          """, arguments: ["wearer": wearer]) ?? false
    }
  }

  /// Whether anything of a wearer came out of a file.
  public func hasImports(_ wearer: String) throws -> Bool {
    try read { db in
      try Bool.fetchOne(
        db,
        sql: "SELECT EXISTS (SELECT 1 FROM import WHERE device IN (\(Self.devices(of: wearer))))",
        arguments: ["wearer": wearer]) ?? false
    }
  }

  /// Sessions of a device that the newest end is looked for among, by their beginning: one program at a time speaks with a device, so it
  /// is that of the newest, unless a clock was moved. After years there are tens of thousands.
  static let newestSessions = 32

  /// The newest thing that is known of a wearer: when a device was last spoken with, or a file imported; `nil` where neither was.
  public func newest(of wearer: String) throws -> Moment? {
    try read { db in
      let time = try Int.fetchOne(
        db,
        sql: """
          SELECT max(time) FROM (
            SELECT (SELECT max(time) FROM (
                SELECT coalesce(ended, begun) AS time FROM session WHERE session.device = device.id
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

  /// The midnights on a wearer's wall that days from `first` to `last` begin with, and the one that ends the last.
  public func midnights(of wearer: String, from first: CalendarDate, to last: CalendarDate) throws -> [Moment] {
    try read { db in
      let clock = try Self.clock(of: wearer, db)
      return try (first.daysSince1970...max(first, last).daysSince1970 + 1).map { day in
        let wall = WallClock(date: CalendarDate(daysSince1970: day), secondOfDay: 0)
        if let clock { return clock.moment(of: wall, received: .max - 900_000).moment }
        return Moment(
          wall, secondsFromGMT: try Self.offset(of: wearer, near: wall.secondsSince1970 * 1000, db))
      }
    }
  }

  /// The days that devices of a wearer told something of, the first and the last; by the index alone, however many years there are.
  public func knownDays(of wearer: String) throws -> ClosedRange<CalendarDate>? {
    try read { db in
      let devices = try Int.fetchAll(db, sql: Self.devices(of: wearer), arguments: ["wearer": wearer])
      var walls: [Int] = []
      for device in devices {
        for metric in Metric.allCases {
          for order in ["", "DESC"] {
            let sql = "SELECT wall FROM sample WHERE device = ? AND metric = ? ORDER BY start \(order) LIMIT 1"
            if let wall = try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [device, metric.code]) {
              walls.append(wall)
            }
          }
        }
        for kind in Night.Kind.allCases {
          for order in ["", "DESC"] {
            let sql =
              "SELECT wall + length / 1000 FROM night WHERE device = ? AND kind = ? ORDER BY start \(order) LIMIT 1"
            if let wall = try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [device, kind.rawValue]) {
              walls.append(wall)
            }
          }
        }
      }
      guard let first = walls.min(), let last = walls.max() else { return nil }
      return WallClock(secondsSince1970: first).date...WallClock(secondsSince1970: last).date
    }
  }

  /// The newest day on a wearer's wall of which something was computed; `nil` where nothing was.
  public func newestDerivedDay(of wearer: String) throws -> CalendarDate? {
    try read { db in
      // Metric by metric, so that the index has it: over years that is a few steps in place of all values.
      let newest = try DerivedMetric.allCases.compactMap { metric in
        try Row.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT start, offset FROM derived WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND metric = ?
              ORDER BY start DESC LIMIT 1
              """), arguments: [wearer, metric.code])
      }.map { Moment(milliseconds: $0[0], secondsFromGMT: $0[1]) }.max()
      return newest?.wallClock.date
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

  /// The frames that statements came in.
  public func frames(ofStatements statements: Set<Int>) throws -> [Int: [Int]] {
    try read { db in
      let places = statements.map { _ in "?" }.joined(separator: ",")
      let rows = try Row.fetchAll(
        db, sql: "SELECT id, frames FROM statement WHERE id IN (\(places))", arguments: StatementArguments(statements))
      return Dictionary(uniqueKeysWithValues: rows.map { ($0[0] as Int, FrameRange.ids($0[1])) })
    }
  }

  /// Frame numbers in words: `17-40,42`.
  public static func text(frames: some Sequence<Int>) -> String { FrameRange.text([Int](frames)) }

  /// Frame numbers out of words.
  public static func frames(in text: String) -> [Int] { FrameRange.ids(text) }

  /// The clock of the device of a wearer that was spoken with last and has one.
  private static func clock(of wearer: String, _ db: Database) throws -> ClockHistory? {
    let device = try Int.fetchOne(
      db,
      sql: """
        SELECT device FROM clock WHERE device IN (\(devices(of: wearer))) AND wrong IS NULL ORDER BY time DESC, id DESC LIMIT 1
        """, arguments: ["wearer": wearer])
    return try device.map { try ClockHistory.of(device: $0, db) }
  }

  /// How far the clock was ahead of UTC by the samples of a wearer around a time.
  private static func offset(of wearer: String, near time: Int, _ db: Database) throws -> Int {
    for (condition, order) in [("start >= :time", "start"), ("start < :time", "start DESC")] {
      for table in ["sample", "night"] {
        let offset = try Int.fetchOne(
          db,
          sql: """
            SELECT wall - start / 1000 FROM \(table) WHERE device IN (\(devices(of: wearer))) AND \(condition)
            ORDER BY \(order) LIMIT 1
            """, arguments: ["wearer": wearer, "time": time])
        if let offset { return offset }
      }
    }
    return 0
  }
}
