/// Reads the fields that a value's flags announce, one after the other. Once a field is cut off, those behind it are absent.
public struct FlaggedReader: Sendable {
  private var reader: ByteReader
  /// Whether a field that the flags announce was cut off.
  public private(set) var isTruncated = false

  /// A reader of the bytes behind and including the flags.
  public init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

  /// A number of `width` bytes, 1…7, that must be there; `nil` if it was cut off.
  public mutating func unsigned(_ width: Int) -> Int? { reader.unsigned(width) }

  /// A number of `width` bytes, 1…7, if `isPresent`; `nil` if not, or if it was cut off.
  public mutating func unsigned(_ width: Int, if isPresent: Bool) -> Int? {
    guard isPresent, !isTruncated else { return nil }
    let value = reader.unsigned(width)
    isTruncated = value == nil
    return value
  }

  /// A number of two bytes with a decimal exponent that must be there; `nil` if it was cut off.
  public mutating func sfloat() -> SFloat? { reader.unsigned(2).map { SFloat(bits: UInt16($0)) } }

  /// A number of two bytes with a decimal exponent, if `isPresent`.
  public mutating func sfloat(if isPresent: Bool) -> SFloat? {
    unsigned(2, if: isPresent).map { SFloat(bits: UInt16($0)) }
  }

  /// A date and time of seven bytes, if `isPresent`.
  public mutating func dateTime(if isPresent: Bool) -> DateTime? {
    guard isPresent, !isTruncated else { return nil }
    guard reader.remainingCount >= DateTime.width, let date = reader.unsigned(4), let time = reader.unsigned(3) else {
      isTruncated = true
      return nil
    }
    return DateTime(date: date, time: time)
  }

  /// What is left.
  public mutating func rest() -> [UInt8] { reader.rest() }
}

extension FieldWriter {
  /// Writes how a value ended: before its flags do, or with bytes behind them that are not explained.
  public mutating func ending(_ rest: [UInt8], isTruncated: Bool) {
    if isTruncated {
      field("truncated", true)
    } else if !rest.isEmpty {
      field("trailing", hexadecimal: rest)
    }
  }
}

extension [UInt8] {
  /// Appends a number of two bytes with a decimal exponent.
  public mutating func append(_ number: SFloat) { append(littleEndian: Int(number.bits), width: 2) }

  /// Appends the number if there is one.
  public mutating func append(_ number: SFloat?) {
    if let number { append(number) }
  }

  /// Appends a number of `width` bytes, 1…7, little-endian, if there is one.
  public mutating func append(_ number: Int?, width: Int) {
    if let number { append(littleEndian: number, width: width) }
  }

  /// Appends a date and time of seven bytes, if there is one.
  public mutating func append(_ time: DateTime?) {
    if let time { append(contentsOf: time.bytes) }
  }
}

extension UInt8 {
  /// Whether a flag is set.
  public func has(bit: Int) -> Bool { self >> bit & 1 == 1 }
}
