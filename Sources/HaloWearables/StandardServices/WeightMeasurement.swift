/// A scale's measurement (0x2A9D).
///
/// ```
/// 0E 80 3E E9 07 01 0F 0E 1E 2D 01 EB 00 08 07
/// 0  1–2   then depending on the flags
/// 0 flags: bit 0 pounds and inches, otherwise kilograms and meters · 1–2 weight in 0.005 kg or 0.01 lb, FFFF if failed
/// bit 1 date and time · bit 2 user, FF unknown · bit 3 body mass index in 0.1 and height in 0.001 m or 0.1 in
/// ```
public struct WeightMeasurement: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: UInt8
  /// Weight in 0.005 kg or 0.01 lb; FFFF if the measurement failed.
  public let rawWeight: Int
  /// The time on the scale's clock.
  public let time: DateTime?
  /// The user's number; 255 if unknown.
  public let user: Int?
  /// Body mass index in tenths.
  public let rawBMI: Int?
  /// Height in millimeters or tenths of an inch.
  public let rawHeight: Int?
  package let end: FlaggedReader.End

  /// True for pounds and inches, false for kilograms and meters.
  public var isImperial: Bool { flags.has(bit: 0) }
  /// True if the value has exactly the announced fields: some scales send a format of their own here.
  package var isStandard: Bool { flags < 0x10 && end.trailing.isEmpty && !end.isTruncated }
  /// Weight in kilograms or pounds; `nil` if the measurement failed.
  public var weight: FixedDecimal? {
    guard rawWeight != 0xFFFF else { return nil }
    return isImperial ? FixedDecimal(rawWeight, places: 2) : FixedDecimal(rawWeight * 5, places: 3)
  }

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1), let weight = reader.unsigned(2) else { return nil }
    self.value = value
    self.flags = UInt8(flags)
    rawWeight = weight
    time = reader.dateTime(if: self.flags.has(bit: 1))
    user = reader.unsigned(1, if: self.flags.has(bit: 2))
    rawBMI = reader.unsigned(2, if: self.flags.has(bit: 3))
    rawHeight = reader.unsigned(2, if: self.flags.has(bit: 3))
    end = reader.end()
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    let height = rawHeight.map { FixedDecimal($0, places: isImperial ? 1 : 3) }
    fields.field("bodyMassIndex", ifPresent: rawBMI.map { FixedDecimal($0, places: 1) })
    fields.field("dateTime", ifPresent: time)
    fields.field(isImperial ? "heightInches" : "heightMeters", ifPresent: height)
    fields.field(isImperial ? "pounds" : "kilograms", ifPresent: weight)
    fields.ending(end)
    fields.field("type", "weight")
    if let user, user != 0xFF { fields.field("user", user) }
  }
}
