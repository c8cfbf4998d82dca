/// A runner's speed and cadence from a foot pod (RSC Measurement, 0x2A53).
///
/// ```
/// 07 00 03 A5 64 00 10 27 00 00
/// 0  1–2   3  then depending on the flags
/// 0 flags · 1–2 speed in 1/256 m/s · 3 steps per minute · bit 0 stride in cm, u16 · bit 1 distance in 0.1 m, u32
/// bit 2: running, otherwise walking
/// ```
public struct RunningSpeedAndCadence: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: UInt8
  /// Speed in 1/256 m/s.
  public let rawSpeed: Int
  public let stepsPerMinute: Int
  /// Stride length in centimeters.
  public let strideCentimeters: Int?
  /// Distance since the sensor was started, in tenths of a meter.
  public let decimeters: Int?
  package let end: FlaggedReader.End

  /// True for running, false for walking.
  public var isRunning: Bool { flags.has(bit: 2) }

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1), let speed = reader.unsigned(2), let cadence = reader.unsigned(1) else {
      return nil
    }
    self.value = value
    self.flags = UInt8(flags)
    rawSpeed = speed
    stepsPerMinute = cadence
    strideCentimeters = reader.unsigned(2, if: self.flags.has(bit: 0))
    decimeters = reader.unsigned(4, if: self.flags.has(bit: 1))
    end = reader.end()
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("meters", ifPresent: decimeters.map { FixedDecimal($0, places: 1) })
    fields.field("running", isRunning)
    // km/h: 3.6 ÷ 256.
    fields.field("speed", FixedDecimal(rawSpeed * 3600, dividedBy: 256, places: 3))
    fields.field("stepsPerMinute", stepsPerMinute)
    fields.field("strideMeters", ifPresent: strideCentimeters.map { FixedDecimal($0, places: 2) })
    fields.ending(end)
    fields.field("type", "runningSpeedAndCadence")
  }
}

extension FixedDecimal {
  /// Divides integers, rounded half to even to `places` decimals. `dividend` is scaled already; it is not negative, and
  /// `divisor` is positive.
  init(_ dividend: Int, dividedBy divisor: Int, places: Int) {
    let (whole, rest) = dividend.quotientAndRemainder(dividingBy: divisor)
    let roundsUp = rest * 2 > divisor || (rest * 2 == divisor && !whole.isMultiple(of: 2))
    self.init(roundsUp ? whole + 1 : whole, places: places)
  }
}
