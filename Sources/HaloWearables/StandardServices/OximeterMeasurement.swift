/// A continuous measurement of a pulse oximeter (PLX Continuous, 0x2A5F).
///
/// ```
/// 10 61 00 48 00 32 F1
/// 0  1–2   3–4
/// 0 flags · 1–2 SpO₂ in % · 3–4 pulse per minute, both SFLOAT
/// then depending on the flags: bit 0 the same pair, fast · 1 slow · 2 measurement status (16 bits) · 3 sensor status
/// (24 bits)
/// 4 pulse amplitude index in % (SFLOAT)
/// ```
public struct OximeterContinuous: CharacteristicMessage {
  /// SpO₂ and pulse.
  public struct Pair: Hashable, Sendable {
    /// SpO₂ in percent.
    public let oxygen: SFloat
    /// Beats per minute.
    public let pulse: SFloat
  }

  /// The encoded bytes.
  public let value: [UInt8]
  /// The pair with the device's normal averaging.
  public let normal: Pair
  /// The pair averaged over less time.
  public let fast: Pair?
  /// The pair averaged over more time.
  public let slow: Pair?
  /// The measurement status; see `OximeterStatus`.
  public let measurementStatus: Int?
  /// The status of device and sensor.
  public let sensorStatus: Int?
  /// The pulse amplitude index, in percent.
  public let amplitude: SFloat?
  package let end: FlaggedReader.End

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1).map({ UInt8($0) }), let oxygen = reader.sfloat(), let pulse = reader.sfloat()
    else { return nil }
    self.value = value
    normal = Pair(oxygen: oxygen, pulse: pulse)
    func pair(_ bit: Int) -> Pair? {
      reader.unsigned(4, if: flags.has(bit: bit)).map {
        Pair(oxygen: SFloat(bits: UInt16($0 & 0xFFFF)), pulse: SFloat(bits: UInt16($0 >> 16)))
      }
    }
    fast = pair(0)
    slow = pair(1)
    measurementStatus = reader.unsigned(2, if: flags.has(bit: 2))
    sensorStatus = reader.unsigned(3, if: flags.has(bit: 3))
    amplitude = reader.sfloat(if: flags.has(bit: 4))
    end = reader.end()
  }

  /// Writes the fields in alphabetical order.
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
    fields.ending(end)
    fields.field("type", "oximeterContinuous")
  }
}

/// A spot-check measurement of a pulse oximeter (PLX Spot-Check, 0x2A5E).
///
/// ```
/// 01 61 00 48 00 E9 07 01 0F 0E 1E 2D
/// 0  1–2   3–4
/// 0 flags · 1–2 SpO₂ in % · 3–4 pulse per minute, both SFLOAT
/// then depending on the flags: bit 0 date and time · 1 measurement status (16 bits) · 2 sensor status (24 bits)
/// 3 pulse amplitude index in % (SFLOAT); bit 4: the device's clock is not set
/// ```
public struct OximeterSpotCheck: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]
  private let flags: UInt8
  /// SpO₂ in percent.
  public let oxygen: SFloat
  /// Beats per minute.
  public let pulse: SFloat
  /// The time on the device's clock.
  public let time: DateTime?
  public let measurementStatus: Int?
  /// The status of device and sensor.
  public let sensorStatus: Int?
  /// The pulse amplitude index, in percent.
  public let amplitude: SFloat?
  package let end: FlaggedReader.End

  /// True if the device reports that its clock is not set; ``time`` is then invalid.
  public var isClockUnset: Bool { flags.has(bit: 4) }

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    var reader = FlaggedReader(value)
    guard let flags = reader.unsigned(1), let oxygen = reader.sfloat(), let pulse = reader.sfloat() else { return nil }
    self.value = value
    self.flags = UInt8(flags)
    self.oxygen = oxygen
    self.pulse = pulse
    time = reader.dateTime(if: self.flags.has(bit: 0))
    measurementStatus = reader.unsigned(2, if: self.flags.has(bit: 1))
    sensorStatus = reader.unsigned(3, if: self.flags.has(bit: 2))
    amplitude = reader.sfloat(if: self.flags.has(bit: 3))
    end = reader.end()
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("bpm", ifPresent: pulse)
    if isClockUnset { fields.field("clockUnset", true) }
    fields.field("dateTime", ifPresent: time)
    if let measurementStatus { fields.field("measurementStatus", OximeterStatus.measurement(measurementStatus)) }
    fields.field("pulseAmplitudePercent", ifPresent: amplitude)
    if let sensorStatus { fields.field("sensorStatus", OximeterStatus.sensor(sensorStatus)) }
    fields.field("spo2", ifPresent: oxygen)
    fields.ending(end)
    fields.field("type", "oximeterSpotCheck")
  }
}

/// Names the status bits of an oximeter (Pulse Oximeter Service 1.0.1, 3.1.1.4 and 3.1.1.5).
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

/// Returns the names of the set bits, skipping bits without a name.
func words(_ bits: Int, from first: Int, _ names: [StaticString]) -> [StaticString] {
  names.enumerated().filter { bits >> ($0.offset + first) & 1 == 1 }.map(\.element)
}

/// Packs at most eight flags into a byte, the first in bit 0.
public func flagByte(_ flags: [Bool]) -> UInt8 {
  flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) }
}
