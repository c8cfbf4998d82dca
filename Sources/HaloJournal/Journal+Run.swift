import GRDB

extension Journal {
  /// Executes one statement.
  func run(_ sql: String, _ arguments: StatementArguments) throws { try write { try $0.run(sql, arguments) } }

  /// True if a query returns any row.
  func exists(_ query: String, _ arguments: StatementArguments = []) throws -> Bool {
    try read { try $0.exists(query, arguments) }
  }

  /// Returns the values that `value` reads from the rows of a query, like `Database.all`.
  func all<Value>(
    _ query: String, _ arguments: StatementArguments = [], value: (Row) throws -> Value?
  ) throws -> [Value] {
    try read { try $0.all(query, arguments, value: value) }
  }
}
