import GRDB
public import HaloHealth

/// Clocks on the walls of wearers.
extension Journal {
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

  /// The clock of the device of a wearer that was spoken with last and has one.
  static func clock(of wearer: String, _ db: Database) throws -> ClockHistory? {
    let device = try Int.fetchOne(
      db,
      sql: """
        SELECT device FROM clock WHERE device IN (\(devices(of: wearer))) AND wrong IS NULL ORDER BY time DESC, id DESC LIMIT 1
        """, arguments: ["wearer": wearer])
    return try device.map { try ClockHistory.of(device: $0, db) }
  }

  /// How far the clock was ahead of UTC by the samples of a wearer around a time.
  static func offset(of wearer: String, near time: Int, _ db: Database) throws -> Int {
    for isLater in [true, false] {
      for table in ["sample", "night"] {
        if let offset = try offset(in: table, of: wearer, isLater, than: time, db) { return offset }
      }
    }
    return 0
  }

  /// How far the clock was ahead of UTC by the first row of a table at a time or later, or by the last before it; `nil` if there is none.
  private static func offset(
    in table: String, of wearer: String, _ isLater: Bool, than time: Int, _ db: Database
  ) throws -> Int? {
    let kinds = KindOfData.all.filter { $0.table == table }.map(\.condition)
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

  /// The same at the beginning of each of some days since 1970, for which all that was measured on them is looked at once.
  private static func offsets(of wearer: String, on days: ClosedRange<Int>, _ db: Database) throws -> [Int] {
    let (begin, end) = (days.lowerBound * Milliseconds.day, (days.upperBound + 1) * Milliseconds.day)
    func later(_ table: String) throws -> [Int?] {
      // Every kind is named, so that the index finds the time.
      let kinds = KindOfData.all.filter { $0.table == table }.map(\.condition).joined(separator: " OR ")
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
}

/// When a sample or a sleep began.
struct StartRow: FetchableRecord {
  let start: Moment

  init(row: Row) throws { start = try Moment(start: row.value("start"), wall: row.value("wall")) }
}
