public import HaloHealth

/// A device's clock (0x2A2B).
///
/// ```
/// E9 07 01 0F 0E 1E 2D 03 21 01
/// 0–6                  7  8  9
/// 0–6 date and time · 7 day of the week, 1 Monday … 7 Sunday, 0 unknown · 8 fraction of the second in 1/256
/// 9 why it was set: bit 0 by hand, 1 by another clock, 2 for another zone, 3 for summer time
/// ```
///
/// The day of the week is the device's own, and need not be that of the date.
public struct CurrentTime: CharacteristicMessage {
  /// Date and time.
  public let time: DateTime
  /// Day of the week as the device says it: 1 Monday … 7 Sunday, 0 where it does not know.
  public let weekday: Int
  /// Fraction of the second in 1/256.
  public let fraction: Int
  /// Why it was set, as bits; `nil` where the device leaves that out.
  public let reasons: Int?
  private let trailing: [UInt8]

  /// A clock that shows `wallClock`.
  public init(_ wallClock: WallClock, fraction: Int = 0, reasons: Int = 0) {
    time = DateTime(wallClock)
    weekday = wallClock.date.weekday == 0 ? 7 : wallClock.date.weekday
    self.fraction = fraction & 0xFF
    self.reasons = reasons & 0xFF
    trailing = []
  }

  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let time = reader.dateTime(if: true), let weekday = reader.unsigned(1), let fraction = reader.unsigned(1)
    else { return nil }
    (self.time, self.weekday, self.fraction) = (time, weekday, fraction)
    reasons = reader.unsigned(1, if: true)
    trailing = reader.rest()
  }

  public var value: [UInt8] {
    var bytes = time.bytes + [UInt8(weekday), UInt8(fraction)]
    bytes.append(reasons, width: 1)
    return bytes + trailing
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("dateTime", ifPresent: time)
    fields.field("type", "currentTime")
    if (1...7).contains(weekday) { fields.field("weekday", weekday) }
  }
}
