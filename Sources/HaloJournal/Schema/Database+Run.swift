import GRDB

extension Database {
  /// Executes one statement that is compiled once, however often it is used.
  func run(_ sql: String, _ arguments: StatementArguments) throws {
    let statement = try cachedStatement(sql: sql)
    statement.setUncheckedArguments(arguments)
    try statement.execute()
  }
}
