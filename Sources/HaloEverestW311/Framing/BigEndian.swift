import HaloHealth
import HaloWearables

extension [UInt8] {
  /// The number of `width` bytes at `offset`, big-endian. They are there.
  func bigEndian(at offset: Int, width: Int = 2) -> Int {
    self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Appends a number of `width` bytes, big-endian; what it has beyond them is cut off.
  mutating func append(bigEndian value: Int, width: Int = 2) {
    for index in (0..<width).reversed() { append(UInt8(truncatingIfNeeded: value >> (index * 8))) }
  }

  /// The date of four bytes at `offset`: year in two, month, day. `nil` where the calendar has no such day, or they are not there.
  func date(at offset: Int) -> CalendarDate? {
    guard count >= offset + 4 else { return nil }
    return CalendarDate(year: bigEndian(at: offset), month: Int(self[offset + 2]), day: Int(self[offset + 3]))
  }

  /// Appends a date in four bytes.
  mutating func append(_ date: CalendarDate) {
    append(bigEndian: date.year)
    append(UInt8(clamping: date.month))
    append(UInt8(clamping: date.day))
  }
}
