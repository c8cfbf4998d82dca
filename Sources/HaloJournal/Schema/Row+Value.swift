import GRDB

extension Row {
  /// The value of a column.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT` for a value that no version of Halo writes: another type, a
  ///   missing value, or a number out of bounds. GRDB's subscript would crash the program.
  func value<Value: DatabaseValueConvertible>(
    _ name: String, in bounds: ClosedRange<Int> = StoredNumber.amounts
  ) throws -> Value {
    try unchecked(name).checked(in: bounds)
  }

  /// The value of the column at an index, checked like ``value(_:in:)``. Faster, for records of which a query returns many
  /// rows; the columns and their order are defined in one place.
  func value<Value: DatabaseValueConvertible>(at index: Int) throws -> Value {
    try (self[index] as DatabaseValue).checked()
  }

  /// The milliseconds since 1970 in a column; as an optional, `nil` without a value.
  func time<Value: DatabaseValueConvertible>(_ name: String) throws -> Value { try value(name, in: StoredNumber.times) }

  /// The moment in a column of milliseconds since 1970; in UTC, unless another column has the offset.
  func moment(_ time: String, offset: String? = nil) throws -> Moment {
    try Moment(
      milliseconds: self.time(time), secondsFromGMT: offset.map { try value($0, in: StoredNumber.offsets) } ?? 0)
  }

  /// The moment in a column of milliseconds since 1970; `nil` without a value.
  func moment(ifAny time: String, secondsFromGMT offset: Int = 0) throws -> Moment? {
    try (self.time(time) as Int?).map { Moment(milliseconds: $0, secondsFromGMT: offset) }
  }

  /// The moment in a column of milliseconds since 1970, by the local time in a column of seconds.
  func moment(start: String, wall: String) throws -> Moment {
    try StoredNumber.moment(start: unchecked(start), wall: unchecked(wall))
  }

  /// The moment in the columns at two indices, like ``moment(start:wall:)``.
  func moment(startAt start: Int, wallAt wall: Int) throws -> Moment {
    try StoredNumber.moment(start: self[start], wall: self[wall])
  }

  /// The day in a column.
  func date(_ name: String) throws -> CalendarDate {
    guard let date = CalendarDate(try value(name) as String) else {
      throw StoredNumber.damaged("a value that is not a date")
    }
    return date
  }

  private func unchecked(_ name: String) throws -> DatabaseValue {
    // Both NULL and a column that the query does not select are nil.
    let found: DatabaseValue? = self[name]
    if found == nil, !hasColumn(name) { throw StoredNumber.damaged("no column \(name)") }
    return found ?? .null
  }
}

extension Database {
  /// The rows that a query finds.
  func rows(_ query: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(self, sql: query, arguments: arguments)
  }

  /// The first row that a query finds, by a cached prepared statement.
  func row(_ query: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: query), arguments: arguments)
  }

  /// The whole number that a query finds, checked like `Row.value(_:in:)`; `nil` without a row, or for NULL.
  func number(
    _ query: String, _ arguments: StatementArguments = [], in bounds: ClosedRange<Int> = StoredNumber.amounts
  ) throws -> Int? {
    try row(query, arguments).flatMap {
      try ($0[0] as DatabaseValue).checked(in: bounds)
    }
  }

  /// The whole numbers that a query finds.
  func numbers(
    _ query: String, _ arguments: StatementArguments = [], in bounds: ClosedRange<Int> = StoredNumber.amounts
  ) throws -> [Int] {
    try Row.fetchAll(cachedStatement(sql: query), arguments: arguments).map {
      try ($0[0] as DatabaseValue).checked(in: bounds)
    }
  }
}
