extension MessageFields {
  /// The message's `type` in the vocabulary.
  public var type: String? {
    var finder = TypeFinder()
    write(to: &finder)
    return finder.type
  }
}

/// Extracts the type from a message's fields.
private struct TypeFinder: FieldWriter {
  var type: String?

  mutating func field(_ name: StaticString, _ value: StaticString) {
    if name.description == "type" { type = value.description }
  }

  mutating func field(_ name: StaticString, _ value: String) {
    if name.description == "type" { type = value }
  }

  mutating func field(_ name: StaticString, _ value: Bool) {}
  mutating func field(_ name: StaticString, _ value: Int) {}
  mutating func field(_ name: StaticString, _ value: FixedDecimal) {}
  mutating func field(_ name: StaticString, _ value: CalendarDate) {}
  mutating func field(_ name: StaticString, _ value: TimeOfDay) {}
  mutating func field(_ name: StaticString, _ value: WallClock) {}
  mutating func field(_ name: StaticString, hexadecimal bytes: [UInt8]) {}
  mutating func field(_ name: StaticString, code: UInt8) {}
  mutating func field(_ name: StaticString, _ values: [StaticString]) {}
  mutating func field(_ name: StaticString, _ values: [FixedDecimal]) {}
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ value: Nested) {}
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ values: [Nested]) {}
}
