/// What a pulse oximeter measures while it is worn (PLX Continuous, 0x2A5F).
///
/// ```
/// 10 61 00 48 00 32 F1
/// 0  1–2   3–4
/// 0 flags · 1–2 SpO₂ in % · 3–4 pulse a minute, both SFLOAT
/// then as the flags say: bit 0 the same two, fast · 1 slow · 2 status of the measurement (16 bits) · 3 status of the sensor (24 bits)
/// 4 pulse amplitude index in % (SFLOAT)
/// ```
public struct OximeterContinuous: CharacteristicMessage {
  /// Oxygen saturation and pulse.
  public struct Pair: Hashable, Sendable {
    /// Oxygen saturation in per cent.
    public let oxygen: SFloat
    /// Beats a minute.
    public let pulse: SFloat

    /// Oxygen saturation and pulse.
    public init(oxygen: SFloat, pulse: SFloat) {
      self.oxygen = oxygen
      self.pulse = pulse
    }
  }

  private let flags: UInt8
  /// As the device usually computes them.
  public let normal: Pair
  /// Averaged over less time.
  public let fast: Pair?
  /// Averaged over more time.
  public let slow: Pair?
  /// Status of the measurement; see ``OximeterStatus``.
  public let measurementStatus: Int?
  /// Status of device and sensor.
  public let sensorStatus: Int?
  /// How strong the pulse is, in per cent.
  public let amplitude: SFloat?
  private let trailing: [UInt8]

  /// A measurement.
  public init(
    _ normal: Pair, fast: Pair? = nil, slow: Pair? = nil, measurementStatus: Int? = nil, sensorStatus: Int? = nil,
    amplitude: SFloat? = nil
  ) {
    flags = flagByte([fast != nil, slow != nil, measurementStatus != nil, sensorStatus != nil, amplitude != nil])
    (self.normal, self.fast, self.slow, self.amplitude) = (normal, fast, slow, amplitude)
    self.measurementStatus = measurementStatus.map { $0 & 0xFFFF }
    self.sensorStatus = sensorStatus.map { $0 & 0xFF_FFFF }
    trailing = []
  }

  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1), let oxygen = reader.sfloat(), let pulse = reader.sfloat() else { return nil }
    self.flags = UInt8(flags)
    normal = Pair(oxygen: oxygen, pulse: pulse)
    func pair(_ bit: Int) -> Pair? {
      reader.unsigned(4, if: flags >> bit & 1 == 1).map {
        Pair(oxygen: SFloat(bits: UInt16($0 & 0xFFFF)), pulse: SFloat(bits: UInt16($0 >> 16)))
      }
    }
    fast = pair(0)
    slow = pair(1)
    measurementStatus = reader.unsigned(2, if: self.flags.has(bit: 2))
    sensorStatus = reader.unsigned(3, if: self.flags.has(bit: 3))
    amplitude = reader.sfloat(if: self.flags.has(bit: 4))
    trailing = reader.rest()
  }

  public var value: [UInt8] {
    var bytes = [flags]
    for pair in [normal, fast, slow].compactMap(\.self) {
      bytes.append(pair.oxygen)
      bytes.append(pair.pulse)
    }
    bytes.append(measurementStatus, width: 2)
    bytes.append(sensorStatus, width: 3)
    bytes.append(amplitude)
    return bytes + trailing
  }

  /// Whether the value ends before its flags do.
  var isTruncated: Bool {
    flags & 0x1F
      != flagByte([fast != nil, slow != nil, measurementStatus != nil, sensorStatus != nil, amplitude != nil])
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("bpm", ifPresent: normal.pulse)
    fields.field("fastBpm", ifPresent: fast?.pulse)
    fields.field("fastSpo2", ifPresent: fast?.oxygen)
    if let measurementStatus { fields.field("measurementStatus", OximeterStatus.measurement(measurementStatus)) }
    fields.field("pulseAmplitudePercent", ifPresent: amplitude)
    if let sensorStatus { fields.field("sensorStatus", OximeterStatus.sensor(sensorStatus)) }
    fields.field("slowBpm", ifPresent: slow?.pulse)
    fields.field("slowSpo2", ifPresent: slow?.oxygen)
    fields.field("spo2", ifPresent: normal.oxygen)
    fields.ending(trailing, isTruncated: isTruncated)
    fields.field("type", "oximeterContinuous")
  }
}

/// What a pulse oximeter measured once (PLX Spot-Check, 0x2A5E).
///
/// ```
/// 01 61 00 48 00 E9 07 01 0F 0E 1E 2D
/// 0  1–2   3–4
/// 0 flags · 1–2 SpO₂ in % · 3–4 pulse a minute, both SFLOAT
/// then as the flags say: bit 0 date and time · 1 status of the measurement (16 bits) · 2 status of the sensor (24 bits)
/// 3 pulse amplitude index in % (SFLOAT); bit 4: the device's clock is not set
/// ```
public struct OximeterSpotCheck: CharacteristicMessage {
  private let flags: UInt8
  /// Oxygen saturation in per cent.
  public let oxygen: SFloat
  /// Beats a minute.
  public let pulse: SFloat
  /// When, on the device's clock.
  public let time: DateTime?
  /// Status of the measurement.
  public let measurementStatus: Int?
  /// Status of device and sensor.
  public let sensorStatus: Int?
  /// How strong the pulse is, in per cent.
  public let amplitude: SFloat?
  private let trailing: [UInt8]

  /// Whether the device says that its clock is not set, so that ``time`` means nothing.
  public var isClockUnset: Bool { flags.has(bit: 4) }

  /// A measurement.
  public init(
    oxygen: SFloat, pulse: SFloat, time: DateTime? = nil, measurementStatus: Int? = nil, sensorStatus: Int? = nil,
    amplitude: SFloat? = nil, isClockUnset: Bool = false
  ) {
    flags = flagByte([time != nil, measurementStatus != nil, sensorStatus != nil, amplitude != nil, isClockUnset])
    (self.oxygen, self.pulse, self.time, self.amplitude) = (oxygen, pulse, time, amplitude)
    self.measurementStatus = measurementStatus.map { $0 & 0xFFFF }
    self.sensorStatus = sensorStatus.map { $0 & 0xFF_FFFF }
    trailing = []
  }

  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1), let oxygen = reader.sfloat(), let pulse = reader.sfloat() else { return nil }
    self.flags = UInt8(flags)
    (self.oxygen, self.pulse) = (oxygen, pulse)
    time = reader.dateTime(if: self.flags.has(bit: 0))
    measurementStatus = reader.unsigned(2, if: self.flags.has(bit: 1))
    sensorStatus = reader.unsigned(3, if: self.flags.has(bit: 2))
    amplitude = reader.sfloat(if: self.flags.has(bit: 3))
    trailing = reader.rest()
  }

  public var value: [UInt8] {
    var bytes = [flags]
    bytes.append(oxygen)
    bytes.append(pulse)
    bytes.append(time)
    bytes.append(measurementStatus, width: 2)
    bytes.append(sensorStatus, width: 3)
    bytes.append(amplitude)
    return bytes + trailing
  }

  /// Whether the value ends before its flags do.
  var isTruncated: Bool {
    flags & 0x0F != flagByte([time != nil, measurementStatus != nil, sensorStatus != nil, amplitude != nil])
  }

  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("bpm", ifPresent: pulse)
    if isClockUnset { fields.field("clockUnset", true) }
    fields.field("dateTime", ifPresent: time)
    if let measurementStatus { fields.field("measurementStatus", OximeterStatus.measurement(measurementStatus)) }
    fields.field("pulseAmplitudePercent", ifPresent: amplitude)
    if let sensorStatus { fields.field("sensorStatus", OximeterStatus.sensor(sensorStatus)) }
    fields.field("spo2", ifPresent: oxygen)
    fields.ending(trailing, isTruncated: isTruncated)
    fields.field("type", "oximeterSpotCheck")
  }
}

/// What the bits of an oximeter's status say (Pulse Oximeter Service 1.0.1, 3.1.1.4 and 3.1.1.5).
enum OximeterStatus {
  static func measurement(_ bits: Int) -> [StaticString] {
    words(
      bits, from: 5,
      [
        "ongoing", "earlyEstimate", "validated", "fullyQualified", "fromStorage", "demonstration", "testing",
        "calibrating", "unavailable", "questionable", "invalid",
      ])
  }

  static func sensor(_ bits: Int) -> [StaticString] {
    words(
      bits, from: 0,
      [
        "extendedDisplayUpdate", "equipmentMalfunction", "signalIrregularity", "inadequateSignal", "poorSignal",
        "lowPerfusion", "erraticSignal", "nonPulsatileSignal", "questionablePulse", "signalAnalysis",
        "sensorInterference", "sensorUnconnected", "unknownSensor", "sensorDisplaced", "sensorMalfunction",
        "sensorDisconnected",
      ])
  }
}

/// The names of the bits that are set, of those that have one.
func words(_ bits: Int, from first: Int, _ names: [StaticString]) -> [StaticString] {
  names.enumerated().filter { bits >> ($0.offset + first) & 1 == 1 }.map(\.element)
}

/// A byte of at most eight flags, the first in bit 0.
public func flagByte(_ flags: [Bool]) -> UInt8 {
  flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
}
