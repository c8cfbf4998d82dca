import GRDB

extension Database {
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
}
