import GRDB

/// The number of records in the journal.
public struct JournalFacts: Sendable, Hashable {
  /// Raw frames.
  public let frames: Int
  /// Samples of each metric that has samples.
  public let samples: [Metric: Int]
  /// Nights and naps.
  public let sleeps: Int
  public let workouts: Int
  /// Computed values.
  public let derived: Int
  /// Minutes of raw readings.
  public let rawMinutes: Int
  /// Size of the database, in bytes.
  public let bytes: Int
}

extension Journal {
  /// Counts the records of the journal. It scans every sample, so it is slow after years.
  public func facts() throws -> JournalFacts {
    try read { db in
      func count(_ table: String) throws -> Int { try db.number("SELECT count(*) FROM \(table)") ?? 0 }
      var samples: [Metric: Int] = [:]
      for row in try db.rows("SELECT metric, count(*) AS count FROM sample GROUP BY metric") {
        // `nil` if the metric is from a newer version.
        if let metric = try Metric(code: row.value("metric")) { samples[metric] = try row.value("count") }
      }
      let pages = try db.number("PRAGMA page_count") ?? 0
      let size = try db.number("PRAGMA page_size") ?? 0
      return JournalFacts(
        frames: try count("frame"), samples: samples, sleeps: try count("night"), workouts: try count("workout"),
        derived: try count("derived"), rawMinutes: try count("raw"), bytes: pages * size)
    }
  }
}
