/// Reads the optional fields that a value's flags announce, in order. After a truncated field, all later fields are
/// absent.
public struct FlaggedReader: Sendable {
  /// What follows the fields of a value.
  package struct End: Hashable, Sendable {
    package let trailing: [UInt8]
    let isTruncated: Bool
  }

  private var reader: ByteReader
  /// True if a field that the flags announce was cut off.
  public private(set) var isTruncated = false

  /// Creates a reader of a value, flags included.
  public init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

  /// Reads a mandatory unsigned integer of `width` bytes, 1…7; `nil` if it was cut off.
  public mutating func unsigned(_ width: Int) -> Int? { reader.unsigned(width) }

  /// Reads an optional unsigned integer of `width` bytes, 1…7; `nil` if it is absent or was cut off.
  public mutating func unsigned(_ width: Int, if isPresent: Bool) -> Int? {
    guard isPresent, !isTruncated else { return nil }
    let value = reader.unsigned(width)
    isTruncated = value == nil
    return value
  }

  /// Reads a mandatory SFLOAT; `nil` if it was cut off.
  public mutating func sfloat() -> SFloat? { reader.unsigned(2).map { SFloat(bits: UInt16($0)) } }

  /// Reads an optional SFLOAT; `nil` if it is absent or was cut off.
  public mutating func sfloat(if isPresent: Bool) -> SFloat? {
    unsigned(2, if: isPresent).map { SFloat(bits: UInt16($0)) }
  }

  /// Reads an optional date and time of seven bytes; `nil` if it is absent or was cut off.
  public mutating func dateTime(if isPresent: Bool) -> DateTime? {
    guard isPresent, !isTruncated else { return nil }
    guard reader.remainingCount >= DateTime.width, let date = reader.unsigned(4), let time = reader.unsigned(3) else {
      isTruncated = true
      return nil
    }
    return DateTime(date: date, time: time)
  }

  /// Reads the remaining bytes.
  public mutating func rest() -> [UInt8] { reader.rest() }

  mutating func end() -> End { End(trailing: reader.rest(), isTruncated: isTruncated) }
}

extension FieldWriter {
  /// Writes whether the value was truncated, or the trailing bytes that are not documented.
  public mutating func ending(_ rest: [UInt8], isTruncated: Bool) {
    if isTruncated {
      field("truncated", true)
    } else if !rest.isEmpty {
      field("trailing", hexadecimal: rest)
    }
  }
}

extension FieldWriter {
  mutating func ending(_ end: FlaggedReader.End) { ending(end.trailing, isTruncated: end.isTruncated) }
}

extension [UInt8] {
  /// Appends a little-endian integer of `width` bytes, 1…7, if it is present.
  public mutating func append(_ number: Int?, width: Int) {
    if let number { append(littleEndian: number, width: width) }
  }
}

extension UInt8 {
  /// Returns whether a flag is set.
  public func has(bit: Int) -> Bool { self >> bit & 1 == 1 }
}
