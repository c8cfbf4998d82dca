/// A date and time of a standard characteristic (Date Time, 0x2A08), on the device's own clock.
///
/// ```
/// E9 07 01 0F 0E 1E 2D
/// 0–1   2  3  4  5  6
/// 0–1 year, 0 if unknown · 2 month · 3 day · 4 hour · 5 minute · 6 second
/// ```
public struct DateTime: Hashable, Sendable {
  static let width = 7

  /// The seven encoded bytes.
  package let bytes: [UInt8]

  /// Creates a date and time from the first four bytes and the last three as integers.
  init(date: Int, time: Int) {
    var bytes: [UInt8] = []
    bytes.append(littleEndian: date, width: 4)
    bytes.append(littleEndian: time, width: 3)
    self.bytes = bytes
  }

  /// The device's local time; `nil` if a part is unknown or invalid.
  public var wallClock: WallClock? {
    guard
      let date = CalendarDate(year: Int(bytes[0]) | Int(bytes[1]) << 8, month: Int(bytes[2]), day: Int(bytes[3])),
      date.year >= 1582, bytes[4] < 24, bytes[5] < 60, bytes[6] < 60
    else { return nil }
    return WallClock(date: date, hour: Int(bytes[4]), minute: Int(bytes[5]), second: Int(bytes[6]))
  }
}

extension FieldWriter {
  mutating func field(_ name: StaticString, ifPresent value: DateTime?) {
    if let time = value?.wallClock { field(name, time) }
  }

  mutating func field(_ name: StaticString, ifPresent value: SFloat?) {
    if let number = value?.decimal { field(name, number) }
  }
}
