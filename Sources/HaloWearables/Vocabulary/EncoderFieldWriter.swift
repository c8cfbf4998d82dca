/// Writes a message's fields to any Swift `Encoder`.
struct EncoderFieldWriter: FieldWriter {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(_ name: StaticString) { stringValue = name.description }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var container: KeyedEncodingContainer<Key>
  private var failure: (any Error)?

  init(_ encoder: any Encoder) {
    container = encoder.container(keyedBy: Key.self)
  }

  /// Throws the first error of a field.
  func finish() throws {
    if let failure { throw failure }
  }

  private mutating func put(_ name: StaticString, _ value: some Encodable) {
    guard failure == nil else { return }
    do { try container.encode(value, forKey: Key(name)) } catch { failure = error }
  }

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
