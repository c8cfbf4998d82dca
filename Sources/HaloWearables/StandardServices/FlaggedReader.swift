/// Reads the fields that a value's flags announce, one after the other. Once a field is cut off, those behind it are absent.
package struct FlaggedReader: Sendable {
  private var reader: ByteReader
  package private(set) var isTruncated = false

  package init(_ bytes: [UInt8]) { reader = ByteReader(bytes) }

  /// A number of `width` bytes that must be there.
  package mutating func unsigned(_ width: Int) -> Int? { reader.unsigned(width) }

  /// A number of `width` bytes, where `isPresent`.
  package mutating func unsigned(_ width: Int, if isPresent: Bool) -> Int? {
    guard isPresent, !isTruncated else { return nil }
    let value = reader.unsigned(width)
    isTruncated = value == nil
    return value
  }

  package mutating func sfloat() -> SFloat? { reader.unsigned(2).map { SFloat(bits: UInt16($0)) } }

  package mutating func sfloat(if isPresent: Bool) -> SFloat? {
    unsigned(2, if: isPresent).map { SFloat(bits: UInt16($0)) }
  }

  package mutating func dateTime(if isPresent: Bool) -> DateTime? {
    guard isPresent, !isTruncated else { return nil }
    guard reader.remainingCount >= DateTime.width, let date = reader.unsigned(4), let time = reader.unsigned(3) else {
      isTruncated = true
      return nil
    }
    return DateTime(date: date, time: time)
  }

  /// What is left.
  package mutating func rest() -> [UInt8] { reader.rest() }
}

extension FieldWriter {
  /// Writes how a value ended: before its flags do, or with bytes behind them that nobody has explained.
  package mutating func ending(_ rest: [UInt8], isTruncated: Bool) {
    if isTruncated {
      field("truncated", true)
    } else if !rest.isEmpty {
      field("trailing", hexadecimal: rest)
    }
  }
}

extension [UInt8] {
  package mutating func append(_ number: SFloat) { append(littleEndian: Int(number.bits), width: 2) }

  package mutating func append(_ number: SFloat?) {
    if let number { append(number) }
  }

  package mutating func append(_ number: Int?, width: Int) {
    if let number { append(littleEndian: number, width: width) }
  }

  package mutating func append(_ time: DateTime?) {
    if let time { append(contentsOf: time.bytes) }
  }
}

extension UInt8 {
  /// Whether a flag is set.
  package func has(bit: Int) -> Bool { self >> bit & 1 == 1 }
}
