import GRDB
import HaloFoundation

/// The bounds of the numbers in a journal, which may be damaged or from elsewhere. Sums, differences and conversions of
/// numbers within them do not overflow, over more rows than fit on a disk.
///
/// `scripts/check-stored-numbers` makes sure that no other file converts what a journal has.
enum StoredNumber {
  /// The largest absolute value of an amount, a length in milliseconds, or the number of a row.
  static let amounts = -(1 << 36)...(1 << 36)
  /// The milliseconds since 1970 of the years that the calendar has, 0 to 9999. Local times in seconds are within
  /// them, too.
  static let times = -62_167_219_200_000...253_402_300_799_999
  /// The offsets of local time from UTC, in seconds: those that a text may have.
  static let offsets = -18 * 3600...18 * 3600
  /// The measured and computed values.
  static let reals = -4_294_967_296.0...4_294_967_296.0

  /// The error of a value that no version of Halo writes.
  static func damaged(_ reason: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: reason)
  }

  /// The moment `start`, in milliseconds since 1970, at which the local time was `wall`, in seconds.
  static func moment(start: DatabaseValue, wall: DatabaseValue) throws -> Moment {
    let start: Int = try start.checked(in: times)
    let wall: Int = try wall.checked(in: times)
    let offset = wall - start.floorDivided(by: Milliseconds.second)
    guard offsets.contains(offset) else { throw damaged("a local time that is not that of its moment") }
    return Moment(milliseconds: start, secondsFromGMT: offset)
  }

  /// True if all whole numbers within a text are bounded.
  static func areBounded(in text: String) -> Bool {
    text.split { !("0"..."9").contains($0) }.allSatisfy { (try? Int(stored: $0)) != nil }
  }

  /// The value that a column has as JSON; `nil` if it is damaged or from a newer version. Its whole
  /// numbers are `Int32`, so that they are bounded.
  static func decoded<Value: Decodable>(_ json: String) -> Value? {
    try? JSONDecoder().decode(Value.self, from: Data(json.utf8))
  }
}

extension DatabaseValue {
  /// The value, if a version of Halo can have written it.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT` for another type, a missing value, or a number out of bounds.
  func checked<Value: DatabaseValueConvertible>(in bounds: ClosedRange<Int> = StoredNumber.amounts) throws -> Value {
    let isBounded =
      switch storage {
      case .int64(let number): bounds.contains(Int(number))
      case .double(let number): StoredNumber.reals.contains(number)
      default: true
      }
    guard isBounded else { throw StoredNumber.damaged("a number that is too large") }
    guard let value = Value.fromDatabaseValue(self) else {
      throw StoredNumber.damaged(isNull ? "a value is missing" : "a value of the wrong type")
    }
    return value
  }
}

extension Int {
  /// The number that is written in a text of a journal.
  init(stored text: some StringProtocol, in bounds: ClosedRange<Int> = StoredNumber.amounts) throws {
    guard let number = Int(text), bounds.contains(number) else {
      throw StoredNumber.damaged("a text with a number that is not possible")
    }
    self = number
  }

  /// The nearest whole number of a value that was computed from bounded ones.
  init(rounded value: Double) {
    self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value.rounded(), -0x1p53), 0x1p53))
  }
}
