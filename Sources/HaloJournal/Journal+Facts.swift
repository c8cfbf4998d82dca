import GRDB
public import HaloHealth

/// A computed value without what it was made from.
public struct DerivedPoint: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The value in its metric's unit.
  public let value: Double
  /// The algorithm's name.
  public let algorithm: String
}

/// What the journal holds, in numbers.
public struct JournalFacts: Sendable, Hashable {
  /// Frames, as they came.
  public let frames: Int
  /// Samples of each metric of which there are any.
  public let samples: [Metric: Int]
  /// Nights and naps.
  public let sleeps: Int
  /// Workouts.
  public let workouts: Int
  /// Values that were computed.
  public let derived: Int
  /// Minutes of raw readings.
  public let rawMinutes: Int
  /// Size of the database, in bytes.
  public let bytes: Int
}

extension Journal {
  /// The values of a metric day by day, by the index alone and without what they were made from: quick over years.
  public func derivedPoints(
    _ metric: DerivedMetric, of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> [DerivedPoint] {
    try read { db in
      let sql = """
        SELECT start, offset, value, algorithm FROM derived
        WHERE wearer = (SELECT id FROM wearer WHERE name = :wearer) AND metric = :metric AND \(WallDays.conditionOfDerived)
        ORDER BY start
        """
      return try DerivedPointRow.fetchAll(
        db.cachedStatement(sql: sql),
        arguments: WallDays.ofDerived(first, last).arguments &+ ["wearer": wearer, "metric": metric.code]
      ).map(\.point)
    }
  }

  /// What the journal holds. Looks at every sample, so it takes a while after years.
  public func facts() throws -> JournalFacts {
    try read { db in
      func count(_ table: String) throws -> Int { try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
      var samples: [Metric: Int] = [:]
      for row in try MetricCount.fetchAll(db, sql: "SELECT metric, count(*) AS count FROM sample GROUP BY metric") {
        if let metric = row.metric { samples[metric] = row.count }
      }
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      let size = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
      return JournalFacts(
        frames: try count("frame"), samples: samples, sleeps: try count("night"), workouts: try count("workout"),
        derived: try count("derived"), rawMinutes: try count("raw"), bytes: pages * size)
    }
  }

  /// Erases everything of a wearer: devices with all they told, what was computed, workouts, the profile. Without the last wearer, no
  /// profile is left.
  public func erase(wearer: String) throws {
    try write { db in
      try db.run("DELETE FROM device WHERE wearer = (SELECT id FROM wearer WHERE name = ?)", [wearer])
      try db.run("DELETE FROM wearer WHERE name = ?", [wearer])
      try db.run("DELETE FROM profile WHERE wearer = ? OR NOT EXISTS (SELECT 1 FROM wearer)", [wearer])
    }
    JournalLocks.removeOld(of: path)
  }
}

private struct DerivedPointRow: FetchableRecord {
  let point: DerivedPoint

  init(row: Row) throws {
    point = try DerivedPoint(
      date: row.moment("start", offset: "offset").wallClock.date, value: row.value("value"),
      algorithm: row.value("algorithm"))
  }
}

private struct MetricCount: FetchableRecord {
  /// `nil` if it is a metric of a newer version.
  let metric: Metric?
  let count: Int

  init(row: Row) throws { (metric, count) = try (Metric(code: row.value("metric")), row.value("count")) }
}
