import GRDB
import HaloHealth

/// Writes samples by the rules of identity, many rows a statement: what SQLite and GRDB do around each statement costs about as
/// much as the row itself, and a record would take longer.
struct SampleWriter {
  private static let rowsAtOnce = 32

  private let one: GRDB.Statement
  private let many: GRDB.Statement
  private var waiting: [DatabaseValue] = []

  /// A writer of counts, which never shrink, or of values, of which the later one holds. A sample of a doubtful time never takes the place of
  /// a certain one, and always gives way to it, whatever order they come in.
  init(ofCounts: Bool, _ db: Database) throws {
    let condition =
      ofCounts
      ? """
      excluded.doubtful < sample.doubtful
      OR (excluded.doubtful = sample.doubtful AND excluded.value > sample.value)
      """
      : """
      excluded.doubtful < sample.doubtful
      OR (excluded.doubtful = sample.doubtful AND (excluded.value IS NOT sample.value OR excluded.length IS NOT sample.length))
      """
    func upsert(rows: Int) throws -> GRDB.Statement {
      try db.cachedStatement(
        sql: """
          INSERT INTO sample (device, metric, start, source, length, wall, value, doubtful, statement)
          VALUES \(Array(repeating: "(?, ?, ?, ?, ?, ?, ?, ?, ?)", count: rows).joined(separator: ", "))
          ON CONFLICT DO UPDATE SET length = excluded.length, value = excluded.value, doubtful = excluded.doubtful,
            statement = excluded.statement, import = NULL
          WHERE \(condition)
          """)
    }
    one = try upsert(rows: 1)
    many = try upsert(rows: Self.rowsAtOnce)
  }

  /// Writes a sample of `device` that began at `moment` and was told in `statement`; at the latest when `finish` is called.
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

  /// Writes what waits.
  mutating func finish() throws {
    for row in stride(from: 0, to: waiting.count, by: Self.columns) {
      one.setUncheckedArguments(StatementArguments(waiting[row..<row + Self.columns]))
      try one.execute()
    }
    waiting.removeAll(keepingCapacity: true)
  }

  private static let columns = 9
}
