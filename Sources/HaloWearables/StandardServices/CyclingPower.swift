/// The power of a rider, and what a power meter measures beside it (Cycling Power Measurement, 0x2A63; Cycling Power
/// Service 1.1, 3.2).
///
/// ```
/// 30 00 C8 00 10 27 00 00 00 08 32 00 00 08
/// 0–1   2–3   4–…
/// 0–1 flags · 2–3 watts, signed · then what the flags announce, in the order of ``Field``
/// ```
public struct CyclingPower: CharacteristicMessage {
  /// An optional field, by its bit in the flags.
  package enum Field: Int, CaseIterable {
    /// A half percent of the power comes from one pedal; FF is "not known".
    case balance = 0
    /// 1/32 Nm.
    case torque = 2
    /// Revolutions in 4 bytes, and the time of the last one in 1/2048 s.
    case wheel = 4
    /// Revolutions in 2 bytes, and the time of the last one in 1/1024 s.
    case crank = 5
    /// The largest and the smallest force in N, and torque in 1/32 Nm, signed.
    case forces = 6
    case torques = 7
    /// The largest and the smallest angle in degrees, 12 bits each.
    case angles = 8
    case topDeadSpot = 9
    case bottomDeadSpot = 10
    /// kJ.
    case energy = 11

    package var width: Int {
      switch self {
      case .balance: 1
      case .wheel: 6
      case .crank, .forces, .torques: 4
      case .angles: 3
      case .torque, .topDeadSpot, .bottomDeadSpot, .energy: 2
      }
    }
  }

  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: Int
  /// The power in watts; negative if the crank is turned backward.
  public let watts: Int
  package let numbers: [Field: Int]
  package let trailing: [UInt8]

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = ByteReader(value)
    guard let flags = reader.unsigned(2), let watts = reader.signed(2) else { return nil }
    var numbers: [Field: Int] = [:]
    for field in Field.allCases where flags >> field.rawValue & 1 == 1 {
      guard let number = reader.unsigned(field.width) else { break }
      numbers[field] = number
    }
    self.value = value
    self.flags = flags
    self.watts = watts
    self.numbers = numbers
    trailing = reader.rest()
  }

  /// The wheel's revolutions, and the time of the last one in 1/2048 s; `nil` if not measured.
  public var wheel: CyclingSpeedAndCadence.Turns? { numbers[.wheel].map(CyclingSpeedAndCadence.Turns.init(wheel:)) }

  /// The crank's revolutions, and the time of the last one in 1/1024 s; `nil` if not measured.
  public var crank: CyclingSpeedAndCadence.Turns? { numbers[.crank].map(CyclingSpeedAndCadence.Turns.init(crank:)) }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    func pair(_ field: Field) -> (largest: Int, smallest: Int)? {
      numbers[field].map { (Int(Int16(truncatingIfNeeded: $0)), Int(Int16(truncatingIfNeeded: $0 >> 16))) }
    }
    func torque(_ number: Int) -> FixedDecimal { FixedDecimal(number * 3125, places: 5) }
    let forces = pair(.forces)
    let torques = pair(.torques)
    let angles = numbers[.angles]
    let balance = numbers[.balance].flatMap { $0 == 0xFF ? nil : $0 }
    fields.field("bottomDeadSpotDegrees", ifPresent: numbers[.bottomDeadSpot])
    fields.field("crankRevolutions", ifPresent: crank?.count)
    fields.field("crankSeconds", ifPresent: crank?.seconds())
    fields.field("kilojoules", ifPresent: numbers[.energy])
    fields.field("largestDegrees", ifPresent: angles.map { $0 & 0xFFF })
    fields.field("largestNewtonMeters", ifPresent: torques.map { torque($0.largest) })
    fields.field("largestNewtons", ifPresent: forces?.largest)
    fields.field("newtonMeters", ifPresent: numbers[.torque].map(torque))
    if flags >> 12 & 1 == 1 { fields.field("offsetCompensated", true) }
    if balance != nil { fields.field("pedal", flags >> 1 & 1 == 1 ? "left" as StaticString : "unknown") }
    fields.field("pedalPercent", ifPresent: balance.map { FixedDecimal($0 * 5, places: 1) })
    fields.field("smallestDegrees", ifPresent: angles.map { $0 >> 12 })
    fields.field("smallestNewtonMeters", ifPresent: torques.map { torque($0.smallest) })
    fields.field("smallestNewtons", ifPresent: forces?.smallest)
    fields.field("topDeadSpotDegrees", ifPresent: numbers[.topDeadSpot])
    if numbers[.torque] != nil { fields.field("torqueOf", flags >> 3 & 1 == 1 ? "crank" as StaticString : "wheel") }
    fields.ending(
      trailing, isTruncated: Field.allCases.contains { flags >> $0.rawValue & 1 == 1 && numbers[$0] == nil })
    fields.field("type", "cyclingPower")
    fields.field("watts", watts)
    fields.field("wheelRevolutions", ifPresent: wheel?.count)
    fields.field("wheelSeconds", ifPresent: wheel?.seconds(perSecond: 2048))
  }
}
