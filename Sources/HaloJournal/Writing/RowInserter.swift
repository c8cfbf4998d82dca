import GRDB

/// Inserts rows, many per statement: the overhead of SQLite and GRDB per statement is about the cost of a row, and a
/// record would be slower.
struct RowInserter {
  private static let rowsAtOnce = 64

  private let columns: Int
  private let one: GRDB.Statement
  private let many: GRDB.Statement
  private var waiting: [DatabaseValue] = []

  /// Inserts rows with that many columns. `sql` makes a statement of the places of its rows.
  init(columns: Int, _ db: Database, _ sql: (_ rows: String) -> String) throws {
    func statement(rows: Int) throws -> GRDB.Statement {
      let row = "(\(Journal.places(columns)))"
      return try db.cachedStatement(sql: sql(repeatElement(row, count: rows).joined(separator: ", ")))
    }
    self.columns = columns
    one = try statement(rows: 1)
    many = try statement(rows: Self.rowsAtOnce)
  }

  /// Adds a row. It is inserted when `finish` is called at the latest.
  mutating func add(_ row: [DatabaseValue]) throws {
    waiting += row
    guard waiting.count == columns * Self.rowsAtOnce else { return }
    many.setUncheckedArguments(StatementArguments(waiting))
    try many.execute()
    waiting.removeAll(keepingCapacity: true)
  }

  /// Inserts the remaining rows.
  mutating func finish() throws {
    for row in stride(from: 0, to: waiting.count, by: columns) {
      one.setUncheckedArguments(StatementArguments(waiting[row..<row + columns]))
      try one.execute()
    }
    waiting.removeAll(keepingCapacity: true)
  }
}
