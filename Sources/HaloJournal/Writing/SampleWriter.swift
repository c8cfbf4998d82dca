import GRDB

/// Writes samples by the rules of identity. Counts never decrease, and of other values the later one is kept. A doubtful
/// sample never replaces a certain one, and a certain sample always replaces a doubtful one, in any order. An imported
/// sample is replaced by the device's own unless only the latter is doubtful.
struct SampleWriter {
  private var counts: RowInserter
  private var values: RowInserter

  init(_ db: Database) {
    counts = Self.inserter(replacingIf: "excluded.value > sample.value", db)
    values = Self.inserter(
      replacingIf: "excluded.value IS NOT sample.value OR excluded.length IS NOT sample.length", db)
  }

  /// Inserts samples. `condition` is SQL for a certain sample that replaces the device's own.
  private static func inserter(replacingIf condition: String, _ db: Database) -> RowInserter {
    RowInserter(columns: 9, db) { rows in
      """
      INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, statement) VALUES \(rows)
      ON CONFLICT DO UPDATE SET length = excluded.length, value = excluded.value, doubtful = excluded.doubtful,
        statement = excluded.statement, import = NULL, place = NULL
      WHERE excluded.doubtful < sample.doubtful
        OR (excluded.doubtful = sample.doubtful AND (\(condition) OR sample.import IS NOT NULL))
      """
    }
  }

  /// Adds a sample of `device` that began at `moment` and was reported in `statement`. It is written when `finish` is
  /// called at the latest.
  mutating func write(_ sample: Sample, at moment: Moment, isDoubtful: Bool, device: Int, statement: Int) throws {
    let row = [
      device.databaseValue, sample.metric.code.databaseValue, moment.milliseconds.databaseValue,
      sample.source.code.databaseValue, (sample.minutes * Milliseconds.minute).databaseValue,
      moment.wallClock.secondsSince1970.databaseValue, sample.value.databaseValue, isDoubtful.databaseValue,
      statement.databaseValue,
    ]
    if sample.metric.isCount { try counts.add(row) } else { try values.add(row) }
  }

  /// Writes the remaining samples.
  mutating func finish() throws {
    try counts.finish()
    try values.finish()
  }
}
