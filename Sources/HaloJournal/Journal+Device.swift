import GRDB
public import HaloHealth

extension Journal {
  /// The nights and naps of one device that ended on days from `first` to `last`, in order.
  public func nights(of device: Device, from first: CalendarDate, to last: CalendarDate) throws -> [ToldNight] {
    try read { db in
      let sql = """
        SELECT night.kind, night.start, night.wall, night.length, night.stages, night.statement,
          (SELECT max(coverage.received) FROM statement JOIN coverage ON coverage.log = statement.log
            WHERE statement.id = night.statement AND coverage.device = night.device AND coverage.day >= night.day)
        FROM night WHERE night.device = ? AND night.day BETWEEN ? AND ? ORDER BY night.start
        """
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: sql), arguments: [device.id, first.description, last.description])
      return rows.compactMap { row in
        guard let kind = Night.Kind(rawValue: row[0]) else { return nil }
        let (start, wall) = (row[1] as Int, WallClock(secondsSince1970: row[2]))
        let offset = wall.secondsSince1970 - start.floorDivided(by: 1000)
        return ToldNight(
          Night(
            kind: kind, start: wall, end: wall.adding(minutes: (row[3] as Int) / 60_000), stages: Night.stages(row[4]),
            provenance: Provenance(frames: (row[5] as Int?).map { [$0] } ?? [], decoder: "statement")),
          start: Moment(milliseconds: start, secondsFromGMT: offset),
          told: (row[6] as Int?).map { Moment(milliseconds: $0, secondsFromGMT: offset) })
      }
    }
  }

  /// When a sync of a device last ended without an error; `nil` where none did.
  public func lastSync(of device: Device) throws -> Moment? {
    try read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT max(ended) FROM (
            SELECT ended FROM session WHERE device = ? AND purpose = 'sync' AND outcome IS NULL AND ended IS NOT NULL
            ORDER BY begun DESC LIMIT \(Self.newestSessions))
          """, arguments: [device.id]
      ).map { Moment(milliseconds: $0, secondsFromGMT: 0) }
    }
  }
}
