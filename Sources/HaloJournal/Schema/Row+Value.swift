import GRDB

extension Row {
  /// The largest number that a journal has, either way. Sums of such numbers, and seconds of them in milliseconds, are numbers too.
  private static let largest: Int64 = 1 << 53

  /// The value of a column.
  ///
  /// - Throws: `DatabaseError` that the file is damaged if it has a value that no version of Halo writes: of another type, none, or a number
  ///   that is far too large. GRDB's subscript would end the program.
  func value<Value: DatabaseValueConvertible>(_ index: Int) throws -> Value {
    let found = self[index] as DatabaseValue
    let isTooLarge =
      switch found.storage {
      case .int64(let number): !(-Self.largest...Self.largest).contains(number)
      case .double(let number): !(abs(number) <= Double(Self.largest))
      default: false
      }
    if isTooLarge { throw Self.damaged("a number that is too large") }
    guard let value = Value.fromDatabaseValue(found) else {
      throw Self.damaged(found.isNull ? "a value is missing" : "a value of the wrong type")
    }
    return value
  }

  /// The value of a column, as ``value(_:)-(Int)``.
  func value<Value: DatabaseValueConvertible>(_ name: String) throws -> Value {
    guard let index = columnNames.firstIndex(of: name) else { throw Self.damaged("no column \(name)") }
    return try value(columnNames.distance(from: columnNames.startIndex, to: index))
  }

  private static func damaged(_ reason: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: reason)
  }
}
