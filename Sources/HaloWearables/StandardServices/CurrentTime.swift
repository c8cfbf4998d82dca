/// A device's clock (0x2A2B).
///
/// ```
/// E9 07 01 0F 0E 1E 2D 03 21 01
/// 0–6                  7  8  9
/// 0–6 date and time · 7 day of the week, 1 Monday … 7 Sunday, 0 unknown · 8 fraction of the second in 1/256
/// 9 reason of the last change: bit 0 manual, 1 external reference, 2 time zone, 3 daylight saving time
/// ```
///
/// The day of the week is reported by the device and may contradict the date.
public struct CurrentTime: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]
  /// Date and time.
  public let time: DateTime
  /// Day of the week as the device reports it: 1 Monday … 7 Sunday, 0 if unknown.
  public let weekday: Int
  /// Fraction of the second in 1/256.
  public let fraction: Int
  /// The reasons of the last change, as bits; `nil` if the device leaves them out.
  public let reasons: Int?

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let time = reader.dateTime(if: true), let weekday = reader.unsigned(1), let fraction = reader.unsigned(1)
    else { return nil }
    self.time = time
    self.weekday = weekday
    self.fraction = fraction
    reasons = reader.unsigned(1, if: true)
    self.value = value
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("dateTime", ifPresent: time)
    fields.field("type", "currentTime")
    if (1...7).contains(weekday) { fields.field("weekday", weekday) }
  }
}
