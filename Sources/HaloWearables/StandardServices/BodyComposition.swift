/// What a body composition scale measured (0x2A9C).
///
/// ```
/// 0E 04 EB 00 E9 07 01 0F 0E 1E 2D 01 70 1B 80 3E
/// 0–1   2–3   4–10                 11 12–13 14–15
/// 0–1 flags: bit 0 pounds and inches, otherwise kilograms and meters · 2–3 body fat in 0.1 %, FFFF if failed
/// bit 1 date and time · bit 2 user, FF unknown · bits 3 to 11 two bytes each, see ``Field`` · bit 12 the measurement has several
/// values, of which the first one has time and user
/// ```
public struct BodyComposition: CharacteristicMessage {
  /// An optional field of two bytes, by its bit in the flags.
  public enum Field: Int, Sendable, CaseIterable {
    /// kJ a day.
    case basalMetabolism = 3
    /// 0.1 %.
    case musclePercentage = 4
    /// Masses are in 0.005 kg or 0.01 lb.
    case muscleMass = 5
    case fatFreeMass = 6
    case softLeanMass = 7
    case waterMass = 8
    /// 0.1 Ω.
    case impedance = 9
    case weight = 10
    /// 0.001 m or 0.1 in, as the user entered it.
    case height = 11
  }

  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: Int
  private let rawFat: Int
  /// The time on the scale's clock.
  public let time: DateTime?
  /// The user's number; 255 if unknown.
  public let user: Int?
  private let numbers: [Field: Int]
  package let end: FlaggedReader.End

  /// True for pounds and inches, false for kilograms and meters.
  public var isImperial: Bool { flags & 1 == 1 }
  /// True if the measurement has several values.
  public var hasSeveralParts: Bool { flags >> 12 & 1 == 1 }
  /// Body fat in percent; `nil` if the measurement failed.
  public var fat: FixedDecimal? { rawFat == 0xFFFF ? nil : FixedDecimal(rawFat, places: 1) }
  /// True if the value has exactly the announced fields: some scales send a format of their own here.
  package var isStandard: Bool { flags >> 13 == 0 && end.trailing.isEmpty && !end.isTruncated }

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(2), let fat = reader.unsigned(2) else { return nil }
    self.value = value
    self.flags = flags
    rawFat = fat
    time = reader.dateTime(if: flags >> 1 & 1 == 1)
    user = reader.unsigned(1, if: flags >> 2 & 1 == 1)
    var numbers: [Field: Int] = [:]
    for field in Field.allCases { numbers[field] = reader.unsigned(2, if: flags >> field.rawValue & 1 == 1) }
    self.numbers = numbers
    end = reader.end()
  }

  /// The number of a field, in kilojoules, percent, kilograms or pounds, ohms, and meters or inches; `nil` if absent.
  public func number(_ field: Field) -> FixedDecimal? {
    numbers[field].map { raw in
      switch field {
      case .basalMetabolism: FixedDecimal(raw, places: 0)
      case .musclePercentage, .impedance: FixedDecimal(raw, places: 1)
      case .height: FixedDecimal(raw, places: isImperial ? 1 : 3)
      case .muscleMass, .fatFreeMass, .softLeanMass, .waterMass, .weight:
        isImperial ? FixedDecimal(raw, places: 2) : FixedDecimal(raw * 5, places: 3)
      }
    }
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("basalKilojoules", ifPresent: number(.basalMetabolism))
    fields.field("bodyFatPercent", ifPresent: fat)
    fields.field("dateTime", ifPresent: time)
    fields.field("fatFreeMass", ifPresent: number(.fatFreeMass))
    fields.field(isImperial ? "heightInches" : "heightMeters", ifPresent: number(.height))
    fields.field("impedanceOhms", ifPresent: number(.impedance))
    fields.field("muscleMass", ifPresent: number(.muscleMass))
    fields.field("musclePercent", ifPresent: number(.musclePercentage))
    if hasSeveralParts { fields.field("severalParts", true) }
    fields.field("softLeanMass", ifPresent: number(.softLeanMass))
    fields.ending(end)
    fields.field("type", "bodyComposition")
    fields.field("unit", isImperial ? "lb" : "kg")
    if let user, user != 0xFF { fields.field("user", user) }
    fields.field("waterMass", ifPresent: number(.waterMass))
    fields.field("weight", ifPresent: number(.weight))
  }
}
