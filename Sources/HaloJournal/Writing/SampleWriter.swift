import GRDB

/// Writes samples by the rules of identity.
struct SampleWriter {
  private var rows: RowInserter

  /// A writer of counts, which never decrease, or of values, of which the later one is kept. A doubtful sample never
  /// replaces a certain one, and a certain sample always replaces a doubtful one, in any order. An imported sample is
  /// replaced by the device's own unless only the latter is doubtful.
  init(ofCounts: Bool, _ db: Database) throws {
    let condition =
      ofCounts
      ? """
      excluded.doubtful < sample.doubtful
      OR (excluded.doubtful = sample.doubtful AND (excluded.value > sample.value OR sample.import IS NOT NULL))
      """
      : """
      excluded.doubtful < sample.doubtful
      OR (excluded.doubtful = sample.doubtful AND (excluded.value IS NOT sample.value
        OR excluded.length IS NOT sample.length OR sample.import IS NOT NULL))
      """
    rows = RowInserter(columns: 9, db) { rows in
      """
      INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, statement) VALUES \(rows)
      ON CONFLICT DO UPDATE SET length = excluded.length, value = excluded.value, doubtful = excluded.doubtful,
        statement = excluded.statement, import = NULL, place = NULL
      WHERE \(condition)
      """
    }
  }

  /// Adds a sample of `device` that began at `moment` and was reported in `statement`. It is written when `finish` is
  /// called at the latest.
  mutating func write(_ sample: Sample, at moment: Moment, isDoubtful: Bool, device: Int, statement: Int) throws {
    try rows.add([
      device.databaseValue, sample.metric.code.databaseValue, moment.milliseconds.databaseValue,
      sample.source.code.databaseValue, (sample.minutes * Milliseconds.minute).databaseValue,
      moment.wallClock.secondsSince1970.databaseValue, sample.value.databaseValue, isDoubtful.databaseValue,
      statement.databaseValue,
    ])
  }

  /// Writes the remaining samples.
  mutating func finish() throws { try rows.finish() }
}
