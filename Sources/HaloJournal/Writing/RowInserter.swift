import GRDB

/// Inserts rows, many per statement: the overhead of SQLite and GRDB per statement is about the cost of a row, and GRDB's
/// records would be slower.
struct RowInserter {
  private static let rowsAtOnce = 64

  private let columns: Int
  private let db: Database
  private let one: String
  private let many: String
  private var waiting: [DatabaseValue] = []

  /// Inserts rows with that many columns. `sql` makes a statement of the places of its rows.
  init(columns: Int, _ db: Database, _ sql: (_ rows: String) -> String) {
    self.columns = columns
    self.db = db
    let row = "(\(Database.places(columns)))"
    one = sql(row)
    many = sql(repeatElement(row, count: Self.rowsAtOnce).joined(separator: ", "))
  }

  /// Adds a row. It is inserted when `finish` is called at the latest.
  mutating func add(_ row: [DatabaseValue]) throws {
    waiting += row
    guard waiting.count == columns * Self.rowsAtOnce else { return }
    try insert(waiting[...])
    waiting.removeAll(keepingCapacity: true)
  }

  /// Inserts the remaining rows.
  mutating func finish() throws {
    for row in stride(from: 0, to: waiting.count, by: columns) { try insert(waiting[row..<row + columns]) }
    waiting.removeAll(keepingCapacity: true)
  }

  /// The statement for many rows is large, and it is cached for each table: it is made only if there are that many.
  private func insert(_ values: ArraySlice<DatabaseValue>) throws {
    try db.run(values.count == columns ? one : many, StatementArguments(values))
  }
}
