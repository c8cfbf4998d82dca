public import HaloHealth

/// Writes messages as lines of JSON into a byte buffer that is reused.
///
/// Foundation's `JSONEncoder` takes microseconds a message; a day of frames read from a capture, or a stream of raw sensor
/// packets on a Raspberry Pi, should cost less. This one appends straight to the buffer and allocates nothing per message
/// (`Benchmarks/README.md` has the figures).
public struct JSONLineWriter: FieldWriter, Sendable {
  /// What was written so far, UTF-8.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false
  #if DEBUG
    private var lastName: String?
  #endif

  /// An empty writer.
  public init() {}

  /// Count of bytes written and not yet removed.
  public var count: Int { bytes.count }

  /// Forgets what was written and keeps the memory.
  public mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  /// Appends `message` as one line.
  public mutating func append(_ message: some MessageFields) {
    message.appendJSONLine(to: &self)
  }

  mutating func beginObject() {
    bytes.append(UInt8(ascii: "{"))
    needsComma = false
    #if DEBUG
      lastName = nil
    #endif
  }

  mutating func endObject() {
    bytes.append(UInt8(ascii: "}"))
    needsComma = true
  }

  mutating func endLine() {
    bytes.append(UInt8(ascii: "\n"))
    needsComma = false
  }

  // MARK: Fields

  public mutating func field(_ name: StaticString, _ value: Bool) {
    key(name)
    literal(value ? "true" : "false")
  }

  public mutating func field(_ name: StaticString, _ value: Int) {
    key(name)
    number(value)
  }

  public mutating func field(_ name: StaticString, _ value: FixedDecimal) {
    key(name)
    if value.units < 0 { bytes.append(UInt8(ascii: "-")) }
    let scale = UInt(value.scale)
    var (whole, fraction) = value.units.magnitude.quotientAndRemainder(dividingBy: scale)
    number(Int(clamping: whole))
    guard fraction != 0 else { return }
    bytes.append(UInt8(ascii: "."))
    whole = scale
    while fraction != 0 {
      whole /= 10
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: fraction / whole))
      fraction %= whole
    }
  }

  public mutating func field(_ name: StaticString, _ value: StaticString) {
    key(name)
    quote()
    literal(value)
    quote()
  }

  public mutating func field(_ name: StaticString, _ value: String) {
    key(name)
    quote()
    for byte in value.utf8 { escaped(byte) }
    quote()
  }

  public mutating func field(_ name: StaticString, _ value: CalendarDate) {
    key(name)
    quote()
    date(value)
    quote()
  }

  public mutating func field(_ name: StaticString, _ value: TimeOfDay) {
    key(name)
    quote()
    time(value)
    quote()
  }

  public mutating func field(_ name: StaticString, _ value: WallClock) {
    key(name)
    quote()
    date(value.date)
    bytes.append(UInt8(ascii: "T"))
    time(value.time)
    bytes.append(UInt8(ascii: ":"))
    twoDigits(value.secondOfDay % 60)
    quote()
  }

  public mutating func field(_ name: StaticString, hexadecimal value: [UInt8]) {
    key(name)
    quote()
    let digits = Hexadecimal.lowerDigits.utf8Start
    for byte in value {
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    }
    quote()
  }

  public mutating func field(_ name: StaticString, code: UInt8) {
    let digits = Hexadecimal.upperDigits.utf8Start
    key(name)
    literal("\"0x")
    bytes.append(digits[Int(code >> 4)])
    bytes.append(digits[Int(code & 15)])
    quote()
  }

  public mutating func field<Nested: MessageFields>(_ name: StaticString, _ value: Nested) {
    key(name)
    nested(value)
  }

  public mutating func field<Nested: MessageFields>(_ name: StaticString, _ values: [Nested]) {
    key(name)
    bytes.append(UInt8(ascii: "["))
    needsComma = false
    for value in values {
      if needsComma { bytes.append(UInt8(ascii: ",")) }
      nested(value)
    }
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  // MARK: Pieces

  private mutating func nested(_ value: some MessageFields) {
    #if DEBUG
      let outerName = lastName
      defer { lastName = outerName }
    #endif
    beginObject()
    value.write(to: &self)
    endObject()
  }

  private mutating func key(_ name: StaticString) {
    #if DEBUG
      assert(lastName.map { $0 < name.description } ?? true, "fields out of order: \(name)")
      lastName = name.description
    #endif
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
    quote()
    literal(name)
    quote()
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func quote() {
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func literal(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private mutating func number(_ value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    var magnitude = value.magnitude
    if magnitude < 10 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: magnitude))
      return
    }
    let first = bytes.count
    while magnitude > 0 {
      let (quotient, digit) = magnitude.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      magnitude = quotient
    }
    bytes[first...].reverse()
  }

  private mutating func date(_ value: CalendarDate) {
    twoDigits(value.year / 100)
    twoDigits(value.year % 100)
    bytes.append(UInt8(ascii: "-"))
    twoDigits(value.month)
    bytes.append(UInt8(ascii: "-"))
    twoDigits(value.day)
  }

  private mutating func time(_ value: TimeOfDay) {
    twoDigits(value.hour)
    bytes.append(UInt8(ascii: ":"))
    twoDigits(value.minute)
  }

  private mutating func twoDigits(_ value: Int) {
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10))
    bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
  }

  /// One byte of a JSON string (RFC 8259, section 7).
  private mutating func escaped(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"):
      bytes.append(UInt8(ascii: "\\"))
      bytes.append(byte)
    case 0..<0x20:
      let digits = Hexadecimal.lowerDigits.utf8Start
      literal("\\u00")
      bytes.append(digits[Int(byte >> 4)])
      bytes.append(digits[Int(byte & 15)])
    default:
      bytes.append(byte)
    }
  }
}
