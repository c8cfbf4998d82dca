/// The forces or the torques of a turn of the crank, one after the other (Cycling Power Vector, 0x2A64; Cycling Power
/// Service 1.1, 3.4).
///
/// ```
/// 17 32 00 00 08 5A 00 64 00 9C FF
/// 0  1–2   3–4   5–6   7–8 …
/// 0 flags: bit 0 crank, 1 angle, 2 forces, 3 torques, 4–5 direction · 1–2 crank revolutions · 3–4 time of the last one
/// in 1/1024 s · 5–6 angle of the first value in degrees · 7–… forces in N, or torques in 1/32 Nm, signed
/// ```
public struct CyclingPowerVector: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: UInt8
  /// The crank's revolutions, and the time of the last one in 1/1024 s; `nil` if not measured.
  public let crank: CyclingSpeedAndCadence.Turns?
  /// The angle of the first value in degrees, 0…359; `nil` if not measured.
  public let firstDegrees: Int?
  private let values: [Int]
  private let trailing: [UInt8]
  private let isTruncated: Bool

  /// Decodes a value; `nil` if it is empty.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1).map({ UInt8($0) }) else { return nil }
    self.value = value
    self.flags = flags
    crank = reader.unsigned(4, if: flags.has(bit: 0)).map(CyclingSpeedAndCadence.Turns.init(crank:))
    firstDegrees = reader.unsigned(2, if: flags.has(bit: 1))
    isTruncated = reader.isTruncated
    var array = ByteReader(reader.rest())
    var values: [Int] = []
    // The two arrays exclude each other: with both bits or none, it is not known what the values are.
    while flags.has(bit: 2) != flags.has(bit: 3), let value = array.signed(2) { values.append(value) }
    self.values = values
    trailing = array.rest()
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    let directions: [StaticString] = ["unknown", "tangential", "radial", "lateral"]
    fields.field("crankRevolutions", ifPresent: crank?.count)
    fields.field("crankSeconds", ifPresent: crank?.seconds())
    fields.field("direction", directions[Int(flags >> 4 & 3)])
    fields.field("firstDegrees", ifPresent: firstDegrees)
    if flags.has(bit: 2), !values.isEmpty { fields.field("newtons", values.map { FixedDecimal($0, places: 0) }) }
    if flags.has(bit: 3), !values.isEmpty {
      fields.field("newtonMeters", values.map { FixedDecimal($0 * 3125, places: 5) })
    }
    fields.ending(trailing, isTruncated: isTruncated)
    fields.field("type", "cyclingPowerVector")
  }
}
