extension [UInt8] {
  /// Reads a big-endian integer of `width` bytes at `offset`. The bytes must exist.
  func bigEndian(at offset: Int, width: Int = 2) -> Int {
    self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Appends the low `width` bytes of an integer, big-endian.
  mutating func append(bigEndian value: Int, width: Int = 2) {
    for index in (0..<width).reversed() { append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
  }

  /// Reads a date of four bytes at `offset`: year in two, month, day. Returns `nil` if it is invalid, or if
  /// there are too few bytes.
  func date(at offset: Int) -> CalendarDate? {
    guard count >= offset + 4 else { return nil }
    return CalendarDate(year: bigEndian(at: offset), month: Int(self[offset + 2]), day: Int(self[offset + 3]))
  }

  /// Appends a date of four bytes.
  mutating func append(_ date: CalendarDate) {
    append(bigEndian: date.year)
    append(UInt8(clamping: date.month))
    append(UInt8(clamping: date.day))
  }
}
