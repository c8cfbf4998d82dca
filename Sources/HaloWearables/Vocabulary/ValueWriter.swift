/// Writes all fields in the same way, whatever the types of their values.
protocol ValueWriter: FieldWriter {
  /// Writes a field. `value` need not be evaluated.
  mutating func put<Value: Encodable>(_ name: StaticString, _ value: @autoclosure () -> Value)
}

extension ValueWriter {
  mutating func field(_ name: StaticString, _ value: Bool) { put(name, value) }
  mutating func field(_ name: StaticString, _ value: Int) { put(name, value) }
  mutating func field(_ name: StaticString, _ value: FixedDecimal) { put(name, value.doubleValue) }
  mutating func field(_ name: StaticString, _ value: StaticString) { put(name, value.description) }
  mutating func field(_ name: StaticString, _ value: String) { put(name, value) }
  mutating func field(_ name: StaticString, _ value: CalendarDate) { put(name, value) }
  mutating func field(_ name: StaticString, _ value: TimeOfDay) { put(name, value) }
  mutating func field(_ name: StaticString, _ value: WallClock) { put(name, value) }
  mutating func field(_ name: StaticString, hexadecimal bytes: [UInt8]) { put(name, Hexadecimal.string(bytes)) }
  mutating func field(_ name: StaticString, code: UInt8) { put(name, Hexadecimal.code(code)) }
  mutating func field(_ name: StaticString, _ values: [StaticString]) { put(name, values.map(\.description)) }
  mutating func field(_ name: StaticString, _ values: [FixedDecimal]) { put(name, values.map(\.doubleValue)) }
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ value: Nested) { put(name, value) }
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ values: [Nested]) { put(name, values) }
}
