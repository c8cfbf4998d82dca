import GRDB

/// Days with data.
extension Journal {
  /// The first and the last day with data of one wearer, or of all wearers if `nil`. Uses the index only, regardless of
  /// the number of years. Days outside `DataBounds`, which an older version accepted, do not count. Days
  /// after `last` count only if there are no others.
  public func knownDays(of wearer: String?, notAfter last: CalendarDate? = nil) throws -> ClosedRange<CalendarDate>? {
    if let last, let known = try knownDays(of: wearer, until: last) { return known }
    return try knownDays(of: wearer, until: nil)
  }

  private func knownDays(of wearer: String?, until last: CalendarDate?) throws -> ClosedRange<CalendarDate>? {
    let first = DataBounds.firstDay.daysSince1970
    let last = (last ?? Self.lastDay).daysSince1970
    return try read { db in
      let devices = try db.numbers(Self.devices(of: wearer), Self.argument(of: wearer))
      let days: [Int] = try DataKind.all.flatMap { kind in
        try ["", "DESC"].flatMap { order -> [Int] in
          // Local time is at most 14 hours off UTC.
          let sql = """
            SELECT day FROM (SELECT \(kind.day) AS day, start FROM \(kind.table)
              WHERE device = ? AND \(kind.condition) AND start >= ? AND start < ?)
            WHERE day BETWEEN ? AND ? ORDER BY start \(order) LIMIT 1
            """
          return try devices.compactMap { device in
            try db.number(sql, [device, (first - 1) * Milliseconds.day, (last + 2) * Milliseconds.day, first, last])
          }
        }
      }
      guard let first = days.min(), let last = days.max() else { return nil }
      return CalendarDate(daysSince1970: first)...CalendarDate(daysSince1970: last)
    }
  }

  /// The last day of the calendar, later than any valid day.
  private static let lastDay = CalendarDate(daysSince1970: 2_932_896)

  /// The stretches of days from `first` to `last` with syncs or data of a wearer's devices. Each ends on such a day and
  /// has at most `gap` consecutive days without syncs and data. Takes a few lookups per `gap`, regardless of the amount
  /// of data.
  public func stretches(
    of wearer: String, from first: CalendarDate, to last: CalendarDate, gap: Int
  ) throws -> [ClosedRange<CalendarDate>] {
    let begin = first.daysSince1970
    let end = last.daysSince1970
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
      for device in try db.numbers(Self.devices(of: wearer), ["wearer": wearer]) {
        for metric in Metric.known {
          try Self.addDays(of: metric, device, from: begin, to: end, gap: gap, to: &days, db)
        }
      }
      return days
    }
    let synced = try syncs(of: wearer, since: Moment(milliseconds: (begin - 1) * Milliseconds.day, secondsFromGMT: 0))
    let all = days.union(synced.map(\.wallClock.date.daysSince1970)).filter { (begin...end).contains($0) }.sorted()
    return all.parts { $1 - $0 <= gap }.map { days in
      CalendarDate(daysSince1970: days[0])...CalendarDate(daysSince1970: days[days.count - 1])
    }
  }

  /// Adds days with samples: at least the first and the last of each `gap` days.
  private static func addDays(
    of metric: Metric, _ device: Int, from begin: Int, to end: Int, gap: Int, to days: inout Set<Int>, _ db: Database
  ) throws {
    func find(_ order: String, from first: Int, to last: Int) throws -> Moment? {
      try db.row(
        """
        SELECT start, wall FROM sample WHERE device = ? AND metric = ? AND start >= ? AND start < ?
        ORDER BY start \(order) LIMIT 1
        """, [device, metric.code, first, last])?.moment(start: "start", wall: "wall")
    }
    // Local time is at most 14 hours off UTC.
    var next = (begin - 1) * Milliseconds.day
    let limit = (end + 2) * Milliseconds.day
    while next < limit, let first = try find("", from: next, to: limit) {
      let start = first.milliseconds
      let last = try find("DESC", from: start, to: min(limit, start + gap * Milliseconds.day)) ?? first
      days.formUnion([first, last].map(\.wallClock.date.daysSince1970))
      next = last.milliseconds + 1
    }
  }
}
