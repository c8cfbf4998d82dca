import GRDB

extension Database {
  /// The places of that many arguments in an SQL list.
  static func places(_ count: Int) -> String { repeatElement("?", count: count).joined(separator: ", ") }

  /// Executes a cached prepared statement.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    let statement = try cachedStatement(sql: sql)
    statement.setUncheckedArguments(arguments)
    try statement.execute()
  }

  /// True if a query returns any row, by a cached prepared statement.
  func exists(_ query: String, _ arguments: StatementArguments = []) throws -> Bool {
    try number("SELECT EXISTS (\(query))", arguments) == 1
  }

  /// Calls `body` with each row of a query, by a cached prepared statement.
  func forEach(_ query: String, _ arguments: StatementArguments = [], body: (Row) throws -> Void) throws {
    let rows = try Row.fetchCursor(cachedStatement(sql: query), arguments: arguments)
    while let row = try rows.next() { try body(row) }
  }

  /// Returns the values that `value` reads from the rows of a query, by a cached prepared statement. Rows for which it
  /// returns `nil` are left out.
  func all<Value>(
    _ query: String, _ arguments: StatementArguments = [], value: (Row) throws -> Value?
  ) throws -> [Value] {
    var values: [Value] = []
    try forEach(query, arguments) { row in if let value = try value(row) { values.append(value) } }
    return values
  }
}
