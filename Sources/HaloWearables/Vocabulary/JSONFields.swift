/// Writes fields as JSON into a fixed-size buffer. Fields that do not fit are skipped, and ``writtenCount`` becomes
/// `nil`.
///
/// Inlinable, so that each driver module gets specialized code for its messages.
@usableFromInline
struct JSONFields: FieldWriter {
  @usableFromInline let room: UnsafeMutableBufferPointer<UInt8>
  @usableFromInline var count = 0
  @usableFromInline var hasOverflowed = false
  @usableFromInline var needsComma = false
  #if DEBUG
    @usableFromInline var lastName: String?
  #endif

  @inlinable
  init(_ room: UnsafeMutableBufferPointer<UInt8>) {
    self.room = room
  }

  /// The number of bytes written; `nil` if the buffer was too small.
  @inlinable
  var writtenCount: Int? { hasOverflowed ? nil : count }

  // MARK: Objects

  @inlinable @inline(__always)
  mutating func beginObject() {
    #if DEBUG
      lastName = nil
    #endif
    guard hasRoom(2) else { return }
    if needsComma { append(UInt8(ascii: ",")) }
    append(UInt8(ascii: "{"))
    needsComma = false
  }

  @inlinable @inline(__always)
  mutating func endObject() {
    guard hasRoom(1) else { return }
    append(UInt8(ascii: "}"))
    needsComma = true
  }

  @inlinable @inline(__always)
  mutating func endLine() {
    guard hasRoom(1) else { return }
    append(UInt8(ascii: "\n"))
  }

  // MARK: Fields

  @inlinable @inline(__always)
  mutating func field(_ name: StaticString, _ value: Bool) {
    guard begin(name, room: 5) else { return }
    append(value ? "true" : "false")
  }

  @inlinable @inline(__always)
  mutating func field(_ name: StaticString, _ value: Int) {
    guard begin(name, room: 20) else { return }
    append(number: value)
  }

  @inlinable @inline(__always)
  mutating func field(_ name: StaticString, _ value: FixedDecimal) {
    guard begin(name, room: 31) else { return }
    append(decimal: value)
  }

  @inlinable @inline(__always)
  mutating func field(_ name: StaticString, _ value: StaticString) {
    guard begin(name, room: value.utf8CodeUnitCount + 2) else { return }
    append(UInt8(ascii: "\""))
    append(value)
    append(UInt8(ascii: "\""))
  }

  @inlinable @inline(__always)
  mutating func field(_ name: StaticString, _ value: String) {
    var value = value
    value.withUTF8 { text in
      guard begin(name, room: text.count * 6 + 2) else { return }
      append(UInt8(ascii: "\""))
      if text.allSatisfy({ $0 < 0x7F }) { for byte in text { append(escaping: byte) } } else { append(unusual: text) }
      append(UInt8(ascii: "\""))
    }
  }

  /// Appends a text that has other characters than ASCII's. Each takes at most six bytes for one.
  @usableFromInline
  mutating func append(unusual text: UnsafeBufferPointer<UInt8>) {
    for byte in VisibleText.json(contentOf: String(decoding: text, as: UTF8.self)).utf8 { append(byte) }
  }

  @usableFromInline
  mutating func field(_ name: StaticString, _ value: CalendarDate) {
    guard begin(name, room: 12) else { return }
    append(UInt8(ascii: "\""))
    append(date: value)
    append(UInt8(ascii: "\""))
  }

  @inlinable @inline(__always)
  mutating func field(_ name: StaticString, _ value: TimeOfDay) {
    guard begin(name, room: 7) else { return }
    append(UInt8(ascii: "\""))
    append(time: value)
    append(UInt8(ascii: "\""))
  }

  @usableFromInline
  mutating func field(_ name: StaticString, _ value: WallClock) {
    guard begin(name, room: 21) else { return }
    append(UInt8(ascii: "\""))
    append(date: value.date)
    append(UInt8(ascii: "T"))
    append(time: value.time)
    append(UInt8(ascii: ":"))
    append(twoDigits: value.second)
    append(UInt8(ascii: "\""))
  }

  @usableFromInline
  mutating func field(_ name: StaticString, hexadecimal value: [UInt8]) {
    guard begin(name, room: value.count * 2 + 2) else { return }
    append(UInt8(ascii: "\""))
    for byte in value { append(hexadecimal: byte, digits: Hexadecimal.lowerDigits) }
    append(UInt8(ascii: "\""))
  }

  @usableFromInline
  mutating func field(_ name: StaticString, code: UInt8) {
    guard begin(name, room: 6) else { return }
    append("\"0x")
    append(hexadecimal: code, digits: Hexadecimal.upperDigits)
    append(UInt8(ascii: "\""))
  }

  @usableFromInline
  mutating func field(_ name: StaticString, _ values: [StaticString]) {
    guard begin(name, room: values.reduce(2) { $0 + $1.utf8CodeUnitCount + 3 }) else { return }
    append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      append(index == 0 ? "\"" : ",\"")
      append(value)
      append(UInt8(ascii: "\""))
    }
    append(UInt8(ascii: "]"))
  }

  @usableFromInline
  mutating func field(_ name: StaticString, _ values: [FixedDecimal]) {
    guard begin(name, room: values.count * 32 + 2) else { return }
    append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      append(decimal: value)
    }
    append(UInt8(ascii: "]"))
  }

  @inlinable
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ value: Nested) {
    guard begin(name, room: 0) else { return }
    needsComma = false
    nested(value)
  }

  @inlinable
  mutating func field<Nested: MessageFields>(_ name: StaticString, _ values: [Nested]) {
    guard begin(name, room: 1) else { return }
    append(UInt8(ascii: "["))
    needsComma = false
    for value in values { nested(value) }
    guard hasRoom(1) else { return }
    append(UInt8(ascii: "]"))
    needsComma = true
  }

  @inlinable @inline(__always)
  mutating func nested(_ value: some MessageFields) {
    #if DEBUG
      let outerName = lastName
      defer { lastName = outerName }
    #endif
    beginObject()
    value.write(to: &self)
    endObject()
  }

  /// Writes `"name":` if there is room for it and for `room` more bytes.
  @inlinable @inline(__always)
  mutating func begin(_ name: StaticString, room: Int) -> Bool {
    #if DEBUG
      assert(lastName.map { $0 < name.description } ?? true, "fields out of order: \(name)")
      lastName = name.description
    #endif
    guard hasRoom(room + name.utf8CodeUnitCount + 4) else { return false }
    if needsComma { append(UInt8(ascii: ",")) }
    needsComma = true
    append(UInt8(ascii: "\""))
    append(name)
    append("\":")
    return true
  }

  @inlinable @inline(__always)
  mutating func hasRoom(_ needed: Int) -> Bool {
    if room.count - count >= needed { return true }
    hasOverflowed = true
    return false
  }

  // MARK: Parts, written without checking for room

  @inlinable @inline(__always)
  mutating func append(_ byte: UInt8) {
    room[count] = byte
    count += 1
  }

  @inlinable @inline(__always)
  mutating func append(_ text: StaticString) {
    let start = text.utf8Start
    for index in 0..<text.utf8CodeUnitCount { append(start[index]) }
  }

  @inlinable @inline(__always)
  mutating func append(digit: Int) {
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
  }

  @inlinable @inline(__always)
  mutating func append(twoDigits value: Int) {
    append(digit: value / 10)
    append(digit: value % 10)
  }

  @inlinable @inline(__always)
  mutating func append(number value: Int) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(magnitude: value.magnitude)
  }

  @inlinable @inline(__always)
  mutating func append(magnitude: UInt) {
    // Most numbers are short, and division by constants is several times faster than a loop.
    let value = Int(truncatingIfNeeded: magnitude)
    switch magnitude {
    case 0..<10:
      append(digit: value)
    case 10..<100:
      append(twoDigits: value)
    case 100..<1000:
      append(digit: value / 100)
      append(twoDigits: value % 100)
    case 1000..<10_000:
      append(twoDigits: value / 100)
      append(twoDigits: value % 100)
    default:
      append(long: magnitude)
    }
  }

  @usableFromInline
  mutating func append(long magnitude: UInt) {
    var digits = 4
    var rest = magnitude / 10_000
    while rest > 0 {
      digits += 1
      rest /= 10
    }
    rest = magnitude
    for index in stride(from: count + digits - 1, through: count, by: -1) {
      room[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += digits
  }

  @inlinable @inline(__always)
  mutating func append(decimal value: FixedDecimal) {
    if value.units < 0 { append(UInt8(ascii: "-")) }
    switch value.places {
    // Unrolled for the common numbers of decimals, because division by a constant is several times faster.
    case 1: append(value.units.magnitude, scale: 10)
    case 3: append(value.units.magnitude, scale: 1000)
    default: append(value.units.magnitude, scale: UInt(value.scale))
    }
  }

  @inlinable @inline(__always)
  mutating func append(_ magnitude: UInt, scale: UInt) {
    append(magnitude: magnitude / scale)
    var fraction = magnitude % scale
    guard fraction != 0 else { return }
    append(UInt8(ascii: "."))
    while fraction != 0 {
      fraction *= 10
      append(digit: Int(fraction / scale))
      fraction %= scale
    }
  }

  @usableFromInline
  mutating func append(date value: CalendarDate) {
    append(twoDigits: value.year / 100)
    append(twoDigits: value.year % 100)
    append(UInt8(ascii: "-"))
    append(twoDigits: value.month)
    append(UInt8(ascii: "-"))
    append(twoDigits: value.day)
  }

  @inlinable @inline(__always)
  mutating func append(time value: TimeOfDay) {
    append(twoDigits: value.hour)
    append(UInt8(ascii: ":"))
    append(twoDigits: value.minute)
  }

  @inlinable @inline(__always)
  mutating func append(hexadecimal byte: UInt8, digits: StaticString) {
    append(digits.utf8Start[Int(byte >> 4)])
    append(digits.utf8Start[Int(byte & 15)])
  }

  /// Appends one byte of a JSON string (RFC 8259, section 7).
  @inlinable @inline(__always)
  mutating func append(escaping byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      append(UInt8(ascii: "\\"))
      append(byte)
    case 0..<0x20:
      append("\\u00")
      append(hexadecimal: byte, digits: Hexadecimal.lowerDigits)
    default:
      append(byte)
    }
  }
}
