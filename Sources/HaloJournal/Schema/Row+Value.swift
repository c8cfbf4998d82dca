import GRDB
import HaloHealth

extension Row {
  /// The largest absolute value of a number in a journal. Sums of such numbers, and their conversions from seconds to
  /// milliseconds, do not overflow.
  private static let largest: Int64 = 1 << 53

  /// The value of a column.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT` for a value that no version of Halo writes: another type, a
  ///   missing value, or a number that is far too large. GRDB's subscript would crash the program.
  func value<Value: DatabaseValueConvertible>(_ name: String) throws -> Value {
    // Both NULL and a column that the query does not select are nil.
    let found: DatabaseValue? = self[name]
    if found == nil, !hasColumn(name) { throw Self.damaged("no column \(name)") }
    return try Self.checked(found ?? .null)
  }

  /// The value of the column at an index, checked like ``value(_:)``. Faster, for records of which a query returns many
  /// rows; the columns and their order are defined in one place.
  func value<Value: DatabaseValueConvertible>(at place: Int) throws -> Value { try Self.checked(self[place]) }

  /// The moment in a column of milliseconds since 1970; in UTC, unless another column has the offset.
  func moment(_ time: String, offset: String? = nil) throws -> Moment {
    try Moment(milliseconds: value(time), secondsFromGMT: offset.map { try value($0) } ?? 0)
  }

  /// The day in a column.
  func date(_ name: String) throws -> CalendarDate {
    guard let date = CalendarDate(try value(name) as String) else { throw Self.damaged("a value that is not a date") }
    return date
  }

  private static func checked<Value: DatabaseValueConvertible>(_ found: DatabaseValue) throws -> Value {
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

  private static func damaged(_ reason: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: reason)
  }
}
