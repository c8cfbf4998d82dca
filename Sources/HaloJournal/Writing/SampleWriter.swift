import GRDB
import HaloHealth

/// Writes samples by the rules of identity, many rows per statement: the overhead of SQLite and GRDB per statement is
/// about the cost of a row, and a record would be slower.
struct SampleWriter {
  private static let rowsAtOnce = 32

  private let one: GRDB.Statement
  private let many: GRDB.Statement
  private var waiting: [DatabaseValue] = []

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
    func upsert(rows: Int) throws -> GRDB.Statement {
      try db.cachedStatement(
        sql: """
          INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, statement)
          VALUES \(Array(repeating: "(?, ?, ?, ?, ?, ?, ?, ?, ?)", count: rows).joined(separator: ", "))
          ON CONFLICT DO UPDATE SET length = excluded.length, value = excluded.value, doubtful = excluded.doubtful,
            statement = excluded.statement, import = NULL, place = NULL
          WHERE \(condition)
          """)
    }
    one = try upsert(rows: 1)
    many = try upsert(rows: Self.rowsAtOnce)
  }

  /// Adds a sample of `device` that began at `moment` and was reported in `statement`. It is written when `finish` is
  /// called at the latest.
  mutating func write(_ sample: Sample, at moment: Moment, isDoubtful: Bool, device: Int, statement: Int) throws {
    waiting += [
      device.databaseValue, sample.metric.code.databaseValue, moment.milliseconds.databaseValue,
      sample.source.code.databaseValue, (sample.minutes * Milliseconds.minute).databaseValue,
      moment.wallClock.secondsSince1970.databaseValue, sample.value.databaseValue, isDoubtful.databaseValue,
      statement.databaseValue,
    ]
    guard waiting.count == Self.columns * Self.rowsAtOnce else { return }
    many.setUncheckedArguments(StatementArguments(waiting))
    try many.execute()
    waiting.removeAll(keepingCapacity: true)
  }

  /// Writes the remaining samples.
  mutating func finish() throws {
    for row in stride(from: 0, to: waiting.count, by: Self.columns) {
      one.setUncheckedArguments(StatementArguments(waiting[row..<row + Self.columns]))
      try one.execute()
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private static let columns = 9
}
