/// A blood-pressure measurement (0x2A35), or the current cuff pressure (0x2A36).
///
/// ```
/// 1E 78 00 50 00 5D 00 E9 07 01 0F 0E 1E 2D 48 00 01 04 00
/// 0  1–2   3–4   5–6   then depending on the flags
/// 0 flags: bit 0 in kPa, otherwise mmHg · 1–2 systolic, or the cuff's · 3–4 diastolic · 5–6 mean, all SFLOAT
/// bit 1 date and time · bit 2 pulse per minute, SFLOAT · bit 3 user, FF unknown · bit 4 status, 16 bits
/// ```
public struct BloodPressure: MessageFields, Hashable {
  /// The characteristic of the value.
  public enum Kind: String, Sendable, CaseIterable {
    /// A completed measurement.
    case bloodPressure
    /// The cuff pressure during a measurement.
    case cuffPressure
  }

  /// The characteristic of the value.
  public let kind: Kind
  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: UInt8
  /// Systolic pressure, or cuff pressure.
  public let systolic: SFloat
  /// Diastolic pressure.
  public let diastolic: SFloat
  /// Mean arterial pressure.
  public let mean: SFloat
  /// The time on the device's clock.
  public let time: DateTime?
  /// Beats per minute.
  public let pulse: SFloat?
  /// The user's number; 255 if unknown.
  public let user: Int?
  /// The measurement status bits.
  public let status: Int?
  package let end: FlaggedReader.End

  /// True if pressures are in kPa; false if they are in mmHg.
  public var isKilopascal: Bool { flags.has(bit: 0) }

  /// Decodes a value; `nil` if it is too short.
  public init?(_ kind: Kind, value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1), let systolic = reader.sfloat(), let diastolic = reader.sfloat(),
      let mean = reader.sfloat()
    else { return nil }
    self.kind = kind
    self.value = value
    self.flags = UInt8(flags)
    self.systolic = systolic
    self.diastolic = diastolic
    self.mean = mean
    time = reader.dateTime(if: self.flags.has(bit: 1))
    pulse = reader.sfloat(if: self.flags.has(bit: 2))
    user = reader.unsigned(1, if: self.flags.has(bit: 3))
    status = reader.unsigned(2, if: self.flags.has(bit: 4))
    end = reader.end()
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("bpm", ifPresent: pulse)
    if kind == .cuffPressure { fields.field("cuff", ifPresent: systolic) }
    fields.field("dateTime", ifPresent: time)
    fields.field("diastolic", ifPresent: diastolic)
    fields.field("mean", ifPresent: mean)
    if let status { fields.field("status", Self.words(of: status)) }
    if kind == .bloodPressure { fields.field("systolic", ifPresent: systolic) }
    fields.ending(end)
    fields.field("type", kind.rawValue)
    fields.field("unit", isKilopascal ? "kPa" : "mmHg")
    if let user, user != 0xFF { fields.field("user", user) }
  }

  /// Names the status bits (Blood Pressure Service 1.1.1, 3.1.1.7).
  private static func words(of status: Int) -> [StaticString] {
    let pulseRange: [StaticString] =
      switch status >> 3 & 3 {
      case 1: ["pulseTooHigh"]
      case 2: ["pulseTooLow"]
      default: []
      }
    return HaloWearables.words(status, from: 0, ["bodyMoved", "cuffTooLoose", "irregularPulse"]) + pulseRange
      + HaloWearables.words(status, from: 5, ["improperPosition"])
  }
}
