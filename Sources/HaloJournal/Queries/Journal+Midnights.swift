import GRDB

/// Local times of wearers.
extension Journal {
  /// The local midnights at the beginning of each day from `first` to `last`, and the one that ends the last day.
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

  /// The clock history of the wearer's device whose clock was set last; `nil` if no clock was set.
  static func clock(of wearer: String, _ db: Database) throws -> ClockHistory? {
    let device = try db.number(
      """
      SELECT device FROM clock WHERE device IN (\(devices(of: wearer))) AND wrong IS NULL ORDER BY time DESC, id DESC LIMIT 1
      """, ["wearer": wearer])
    return try device.map { try ClockHistory.of(device: $0, db) }
  }

  /// The offset from UTC of a wearer's samples around a time, in seconds.
  static func offset(of wearer: String, near time: Int, _ db: Database) throws -> Int {
    for isLater in [true, false] {
      for table in ["sample", "night"] {
        if let offset = try offset(in: table, of: wearer, isLater, than: time, db) { return offset }
      }
    }
    return 0
  }

  /// The offset from UTC of the first row of a table at or after a time, or of the last row before it; `nil` without
  /// such a row.
  private static func offset(
    in table: String, of wearer: String, _ isLater: Bool, than time: Int, _ db: Database
  ) throws -> Int? {
    let kinds = DataKind.all.filter { $0.table == table }.map(\.condition)
    let devices = try db.numbers(devices(of: wearer), ["wearer": wearer])
    let starts = try devices.flatMap { device in
      try kinds.compactMap { kind in
        try db.row(
          """
          SELECT start, wall FROM \(table) WHERE device = ? AND \(kind) AND start \(isLater ? ">=" : "<") ?
          ORDER BY start \(isLater ? "" : "DESC") LIMIT 1
          """, [device, time])?.moment(start: "start", wall: "wall")
      }
    }
    return (isLater ? starts.min() : starts.max())?.secondsFromGMT
  }

  /// The offsets at the beginning of each of a range of days since 1970, read in a single query.
  private static func offsets(of wearer: String, on days: ClosedRange<Int>, _ db: Database) throws -> [Int] {
    let begin = days.lowerBound * Milliseconds.day
    let end = (days.upperBound + 1) * Milliseconds.day
    func later(_ table: String) throws -> [Int?] {
      // Every kind is named, so that the query uses the index.
      let kinds = DataKind.all.filter { $0.table == table }.map(\.condition).joined(separator: " OR ")
      let rows = try db.rows(
        """
        SELECT min(start) AS start, wall FROM \(table)
        WHERE device IN (\(devices(of: wearer))) AND (\(kinds)) AND start >= :from AND start < :to
        GROUP BY start / \(Milliseconds.day)
        """, ["wearer": wearer, "from": begin, "to": end])
      let offsets = Dictionary(
        try rows.map { row in
          let start = try row.moment(start: "start", wall: "wall")
          return (start.milliseconds.floorDivided(by: Milliseconds.day), start.secondsFromGMT)
        },
        uniquingKeysWith: { first, _ in first })
      var next = try offset(in: table, of: wearer, true, than: end, db)
      return days.reversed().map { day in
        next = offsets[day] ?? next
        return next
      }.reversed()
    }
    let found = zip(try later("sample"), try later("night")).map { $0 ?? $1 }
    // After the last known offset, that offset applies.
    let last = found.contains { $0 == nil } ? try offset(of: wearer, near: end, db) : 0
    return found.map { $0 ?? last }
  }
}
