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
                SELECT DISTINCT start / \(Milliseconds.hour) FROM sample WHERE device IN (\(Self.devices(of: wearer))) AND metric = :metric
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
      let nights = try NightTold.fetchAll(
        db,
        sql: """
          SELECT day, min(received) AS received FROM coverage WHERE device IN (\(Self.devices(of: wearer))) AND log = :log
            AND day BETWEEN :first AND :last GROUP BY day
          """,
        arguments: [
          "wearer": wearer, "log": LogStatement.nightLog, "first": first.description, "last": last.description,
        ])
      return Dictionary(uniqueKeysWithValues: nights.map { ($0.day, $0.received) })
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

  /// Marks everything that lies after `now` as of doubtful time: a clock that was ahead dated it.
  ///
  /// - Returns: How many samples and sleeps were marked.
  @discardableResult
  public func doubtFuture(after now: Moment) throws -> Int {
    let limit = now.milliseconds + ClockHistory.tolerance
    func count(_ db: Database) throws -> Bool {
      try Int.fetchAll(db, sql: "SELECT id FROM device").contains { device in
        try Self.kindsOfData.contains { table, kind in
          try db.exists(
            "SELECT 1 FROM \(table) WHERE device = ? AND \(kind) AND start > ? AND doubtful = 0", [device, limit])
        }
      }
    }
    // Almost always there is nothing, and nothing is written.
    guard try read(count) else { return 0 }
    return try write { db in
      try Int.fetchAll(db, sql: "SELECT id FROM device").reduce(0) { sum, device in
        try Self.kindsOfData.reduce(sum) { sum, kind in
          try db.run(
            "UPDATE \(kind.0) SET doubtful = 1 WHERE device = ? AND \(kind.1) AND start > ? AND doubtful = 0",
            [device, limit])
          return sum + db.changesCount
        }
      }
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

  /// The midnights on a wearer's wall that days from `first` to `last` begin with, and the one that ends the last.
  public func midnights(of wearer: String, from first: CalendarDate, to last: CalendarDate) throws -> [Moment] {
    try read { db in
      let days = first.daysSince1970...max(first, last).daysSince1970 + 1
      func midnight(_ day: Int) -> WallClock { CalendarDate(daysSince1970: day).midnight }
      if let clock = try Self.clock(of: wearer, db) {
        return days.map { clock.moment(of: midnight($0), received: .max).moment }
      }
      return zip(days, try Self.offsets(of: wearer, on: days, db)).map { Moment(midnight($0), secondsFromGMT: $1) }
    }
  }

  /// The first and the last day that something is known of: of one wearer, or, if that is `nil`, of all. By the index alone, however many years
  /// there are. What an older Halo kept of days outside ``HaloHealth/DataBounds`` does not count, nor do days after `last` unless there are
  /// no others.
  public func knownDays(of wearer: String?, notAfter last: CalendarDate? = nil) throws -> ClosedRange<CalendarDate>? {
    if let last, let known = try knownDays(of: wearer, until: last) { return known }
    return try knownDays(of: wearer, until: nil)
  }

  private func knownDays(of wearer: String?, until last: CalendarDate?) throws -> ClosedRange<CalendarDate>? {
    let (first, last) = (DataBounds.firstDay.daysSince1970, (last ?? Self.lastDay).daysSince1970)
    return try read { db in
      let devices = try Int.fetchAll(
        db, sql: Self.devices(of: wearer), arguments: wearer.map { ["wearer": $0] } ?? [:])
      var days: [Int] = []
      for device in devices {
        for (table, kind) in Self.kindsOfData {
          for order in ["", "DESC"] {
            // A wall clock is at most 14 hours off UTC.
            let sql = """
              SELECT day FROM (SELECT (wall + \(table == "night" ? "length / \(Milliseconds.second)" : "0")) / \(Milliseconds.day / Milliseconds.second) AS day, start FROM \(table)
                WHERE device = ? AND \(kind) AND start >= ? AND start < ?)
              WHERE day BETWEEN ? AND ? ORDER BY start \(order) LIMIT 1
              """
            let day = try Int.fetchOne(
              db.cachedStatement(sql: sql),
              arguments: [device, (first - 1) * Milliseconds.day, (last + 2) * Milliseconds.day, first, last])
            if let day { days.append(day) }
          }
        }
      }
      guard let first = days.min(), let last = days.max() else { return nil }
      return CalendarDate(daysSince1970: first)...CalendarDate(daysSince1970: last)
    }
  }

  /// Later than any day that a clock of ours shows.
  private static let lastDay = CalendarDate(daysSince1970: 2_932_896)

  /// Tables of data and the conditions by which an index finds each kind of it in order of time.
  private static let kindsOfData =
    Metric.allCases.map { ("sample", "metric = \($0.code)") }
    + Night.Kind.allCases.map { ("night", "kind = '\($0.rawValue)'") }

  /// The stretches of days from `first` to `last` in which a wearer's devices were synced or have data, each ending with such a day and without
  /// more than `gap` days in a row of which nothing is known. Takes a few steps for each `gap`, however much data there is.
  public func stretches(
    of wearer: String, from first: CalendarDate, to last: CalendarDate, gap: Int
  ) throws -> [ClosedRange<CalendarDate>] {
    let (begin, end) = (first.daysSince1970, last.daysSince1970)
    guard begin <= end else { return [] }
    let days = try read { db in
      var days: Set<Int> = []
      let reported = try String.fetchAll(
        db,
        sql: """
          SELECT DISTINCT day FROM coverage WHERE device IN (\(Self.devices(of: wearer))) AND day BETWEEN :first AND :last
          UNION SELECT DISTINCT day FROM night WHERE device IN (\(Self.devices(of: wearer))) AND day BETWEEN :first AND :last
          UNION SELECT DISTINCT day FROM total WHERE device IN (\(Self.devices(of: wearer))) AND day BETWEEN :first AND :last
          """, arguments: ["wearer": wearer, "first": first.description, "last": last.description])
      days.formUnion(reported.compactMap { CalendarDate($0[...])?.daysSince1970 })
      for device in try Int.fetchAll(db, sql: Self.devices(of: wearer), arguments: ["wearer": wearer]) {
        for metric in Metric.allCases {
          try Self.addDays(of: metric, device, from: begin, to: end, gap: gap, to: &days, db)
        }
      }
      return days
    }
    let synced = try syncs(of: wearer, since: Moment(milliseconds: (begin - 1) * Milliseconds.day, secondsFromGMT: 0))
    let all = days.union(synced.map(\.wallClock.date.daysSince1970)).filter { (begin...end).contains($0) }.sorted()
    return all.reduce(into: []) { stretches, day in
      let date = CalendarDate(daysSince1970: day)
      if let stretch = stretches.last, day - stretch.upperBound.daysSince1970 <= gap {
        stretches[stretches.count - 1] = stretch.lowerBound...date
      } else {
        stretches.append(date...date)
      }
    }
  }

  /// Adds days with samples: at least the first and the last of each `gap` days.
  private static func addDays(
    of metric: Metric, _ device: Int, from begin: Int, to end: Int, gap: Int, to days: inout Set<Int>, _ db: Database
  ) throws {
    func find(_ order: String, from first: Int, to last: Int) throws -> Moment? {
      try StartRow.fetchOne(
        db.cachedStatement(
          sql: """
            SELECT start, wall FROM sample WHERE device = ? AND metric = ? AND start >= ? AND start < ?
            ORDER BY start \(order) LIMIT 1
            """), arguments: [device, metric.code, first, last])?.start
    }
    // A wall clock is at most 14 hours off UTC.
    var (next, limit) = ((begin - 1) * Milliseconds.day, (end + 2) * Milliseconds.day)
    while next < limit, let first = try find("", from: next, to: limit) {
      let start = first.milliseconds
      let last = try find("DESC", from: start, to: min(limit, start + gap * Milliseconds.day)) ?? first
      days.formUnion([first, last].map(\.wallClock.date.daysSince1970))
      next = last.milliseconds + 1
    }
  }

  /// The newest day on a wearer's wall of which something was computed; `nil` where nothing was.
  public func newestDerivedDay(of wearer: String) throws -> CalendarDate? {
    try read { db in
      // Metric by metric, so that the index has it: over years that is a few steps in place of all values.
      let newest = try DerivedMetric.allCases.compactMap { metric in
        try DerivedStart.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT start, offset FROM derived WHERE wearer = (SELECT id FROM wearer WHERE name = ?) AND metric = ?
              ORDER BY start DESC LIMIT 1
              """), arguments: [wearer, metric.code])?.start
      }.max()
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
    try read { try StatementOrigins(of: statements, $0).frames }
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
    for isLater in [true, false] {
      for table in ["sample", "night"] {
        if let offset = try offset(in: table, of: wearer, isLater, than: time, db) { return offset }
      }
    }
    return 0
  }

  /// The same at the beginning of each of some days since 1970, for which all that was measured on them is looked at once.
  private static func offsets(of wearer: String, on days: ClosedRange<Int>, _ db: Database) throws -> [Int] {
    let (begin, end) = (days.lowerBound * Milliseconds.day, (days.upperBound + 1) * Milliseconds.day)
    func later(_ table: String) throws -> [Int?] {
      // Every kind is named, so that the index finds the time.
      let kinds = kindsOfData.filter { $0.0 == table }.map(\.1).joined(separator: " OR ")
      let rows = try StartRow.fetchAll(
        db,
        sql: """
          SELECT min(start) AS start, wall FROM \(table)
          WHERE device IN (\(devices(of: wearer))) AND (\(kinds)) AND start >= :from AND start < :to
          GROUP BY start / \(Milliseconds.day)
          """, arguments: ["wearer": wearer, "from": begin, "to": end])
      let offsets = Dictionary(
        rows.map { ($0.start.milliseconds.floorDivided(by: Milliseconds.day), $0.start.secondsFromGMT) },
        uniquingKeysWith: { first, _ in first })
      var next = try offset(in: table, of: wearer, true, than: end, db)
      return days.reversed().map { day in
        next = offsets[day] ?? next
        return next
      }.reversed()
    }
    let found = zip(try later("sample"), try later("night")).map { $0 ?? $1 }
    // After all that is known, the last of it holds.
    let last = found.contains { $0 == nil } ? try offset(of: wearer, near: end, db) : 0
    return found.map { $0 ?? last }
  }

  /// How far the clock was ahead of UTC by the first row of a table at a time or later, or by the last before it; `nil` if there is none.
  private static func offset(
    in table: String, of wearer: String, _ isLater: Bool, than time: Int, _ db: Database
  ) throws -> Int? {
    let kinds = kindsOfData.filter { $0.0 == table }.map(\.1)
    let devices = try Int.fetchAll(
      db.cachedStatement(sql: devices(of: wearer)), arguments: ["wearer": wearer])
    let starts = try devices.flatMap { device in
      try kinds.compactMap { kind in
        try StartRow.fetchOne(
          db.cachedStatement(
            sql: """
              SELECT start, wall FROM \(table) WHERE device = ? AND \(kind) AND start \(isLater ? ">=" : "<") ?
              ORDER BY start \(isLater ? "" : "DESC") LIMIT 1
              """), arguments: [device, time])?.start
      }
    }
    return (isLater ? starts.min() : starts.max())?.secondsFromGMT
  }
}

private struct NightTold: FetchableRecord {
  let day: CalendarDate
  let received: Moment

  init(row: Row) throws { (day, received) = try (row.date("day"), row.moment("received")) }
}

/// When a sample or a sleep began.
private struct StartRow: FetchableRecord {
  let start: Moment

  init(row: Row) throws { start = try Moment(start: row.value("start"), wall: row.value("wall")) }
}

private struct DerivedStart: FetchableRecord {
  let start: Moment

  init(row: Row) throws { start = try row.moment("start", offset: "offset") }
}
