import GRDB

extension Database {
  /// Executes one statement that is compiled once, however often it is used.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    let statement = try cachedStatement(sql: sql)
    statement.setUncheckedArguments(arguments)
    try statement.execute()
  }

  /// Whether a query finds anything; it is compiled once, however often it is used.
  func exists(_ query: String, _ arguments: StatementArguments) throws -> Bool {
    try Bool.fetchOne(cachedStatement(sql: "SELECT EXISTS (\(query))"), arguments: arguments) ?? false
  }
}
