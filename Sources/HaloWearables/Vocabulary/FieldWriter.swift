/// Receives the fields of a message, one by one.
public protocol FieldWriter {
  /// Writes a Boolean.
  mutating func field(_ name: StaticString, _ value: Bool)
  /// Writes an integer.
  mutating func field(_ name: StaticString, _ value: Int)
  /// Writes a number with a fixed count of decimals.
  mutating func field(_ name: StaticString, _ value: FixedDecimal)
  /// Writes a word of the vocabulary.
  mutating func field(_ name: StaticString, _ value: StaticString)
  /// Writes a text.
  mutating func field(_ name: StaticString, _ value: String)
  /// Writes a day as `YYYY-MM-DD`.
  mutating func field(_ name: StaticString, _ value: CalendarDate)
  /// Writes a time of day as `HH:MM`.
  mutating func field(_ name: StaticString, _ value: TimeOfDay)
  /// Writes a device's local time as `YYYY-MM-DDTHH:MM:SS`.
  mutating func field(_ name: StaticString, _ value: WallClock)
  /// Writes bytes as lower-case hexadecimal.
  mutating func field(_ name: StaticString, hexadecimal bytes: [UInt8])
  /// Writes a command code as `0x1E`.
  mutating func field(_ name: StaticString, code: UInt8)
  /// Writes a nested object.
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ value: Nested)
  /// Writes a list of words of the vocabulary.
  mutating func field(_ name: StaticString, _ values: [StaticString])
  /// Writes a list of numbers with fixed counts of decimals.
  mutating func field(_ name: StaticString, _ values: [FixedDecimal])
  /// Writes a list of nested objects.
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ values: [Nested])
}

extension FieldWriter {
  /// Writes an integer if it is present.
  @inlinable @inline(__always)
  public mutating func field(_ name: StaticString, ifPresent value: Int?) {
    if let value { field(name, value) }
  }

  /// Writes a number with a fixed count of decimals if it is present.
  @inlinable @inline(__always)
  public mutating func field(_ name: StaticString, ifPresent value: FixedDecimal?) {
    if let value { field(name, value) }
  }

  /// Writes a Boolean if it is present.
  @inlinable @inline(__always)
  public mutating func field(_ name: StaticString, ifPresent value: Bool?) {
    if let value { field(name, value) }
  }
}
