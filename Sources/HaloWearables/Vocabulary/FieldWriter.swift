public import HaloHealth

/// Takes the fields of a message, one after the other.
public protocol FieldWriter {
  /// A truth value.
  mutating func field(_ name: StaticString, _ value: Bool)
  /// A whole number.
  mutating func field(_ name: StaticString, _ value: Int)
  /// A number with a fixed count of decimals.
  mutating func field(_ name: StaticString, _ value: FixedDecimal)
  /// A word of the vocabulary.
  mutating func field(_ name: StaticString, _ value: StaticString)
  /// A text.
  mutating func field(_ name: StaticString, _ value: String)
  /// A day, as `YYYY-MM-DD`.
  mutating func field(_ name: StaticString, _ value: CalendarDate)
  /// A time of day, as `HH:MM`.
  mutating func field(_ name: StaticString, _ value: TimeOfDay)
  /// A device's wall clock, as `YYYY-MM-DDTHH:MM:SS`.
  mutating func field(_ name: StaticString, _ value: WallClock)
  /// Bytes, as lower-case hexadecimal.
  mutating func field(_ name: StaticString, hexadecimal bytes: [UInt8])
  /// The code of a command, as `0x1E`.
  mutating func field(_ name: StaticString, code: UInt8)
  /// An object within the message.
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ value: Nested)
  /// A list of words of the vocabulary.
  mutating func field(_ name: StaticString, _ values: [StaticString])
  /// A list of numbers with fixed counts of decimals.
  mutating func field(_ name: StaticString, _ values: [FixedDecimal])
  /// A list of objects within the message.
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ values: [Nested])
}

extension FieldWriter {
  /// A whole number that the message may not have.
  @inlinable @inline(__always)
  public mutating func field(_ name: StaticString, ifPresent value: Int?) {
    if let value { field(name, value) }
  }

  /// A number with a fixed count of decimals that the message may not have.
  @inlinable @inline(__always)
  public mutating func field(_ name: StaticString, ifPresent value: FixedDecimal?) {
    if let value { field(name, value) }
  }

  /// A truth value that the message may not have.
  @inlinable @inline(__always)
  public mutating func field(_ name: StaticString, ifPresent value: Bool?) {
    if let value { field(name, value) }
  }
}
