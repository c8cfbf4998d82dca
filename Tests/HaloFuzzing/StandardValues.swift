import HaloWearables

/// Encodes values of standard characteristics that Halo only decodes, from their fields: a field that is read wrongly or
/// dropped gives other bytes.
enum StandardValues {
  /// Returns the bytes of a decoded value; `nil` for other messages.
  static func encode(_ message: any MessageFields) -> [UInt8]? { parts(message).map { [UInt8]($0.joined()) } }

  private static func parts(_ message: any MessageFields) -> [[UInt8]]? {
    switch message {
    case let message as BloodPressure:
      [
        flags(message.value, 1), number(message.systolic), number(message.diastolic), number(message.mean),
        date(message.time), number(message.pulse), integer(message.user, 1), integer(message.status, 2),
        message.end.trailing,
      ]
    case let message as CurrentTime:
      [
        date(message.time), integer(message.weekday, 1), integer(message.fraction, 1), integer(message.reasons, 1),
        [UInt8](message.value.dropFirst(10)),
      ]
    case let message as CyclingPower:
      [flags(message.value, 2), integer(message.watts, 2)]
        + CyclingPower.Field.allCases.map { integer(message.numbers[$0], $0.width) } + [message.trailing]
    case let message as OximeterContinuous:
      [
        flags(message.value, 1), pair(message.normal), pair(message.fast), pair(message.slow),
        integer(message.measurementStatus, 2), integer(message.sensorStatus, 3), number(message.amplitude),
        message.end.trailing,
      ]
    case let message as OximeterSpotCheck:
      [
        flags(message.value, 1), number(message.oxygen), number(message.pulse), date(message.time),
        integer(message.measurementStatus, 2), integer(message.sensorStatus, 3), number(message.amplitude),
        message.end.trailing,
      ]
    case let message as ProductIdentifier:
      [
        integer(message.source, 1), integer(message.vendor, 2), integer(message.product, 2),
        integer(message.version, 2), [UInt8](message.value.dropFirst(7)),
      ]
    case let message as RunningSpeedAndCadence:
      [
        flags(message.value, 1), integer(message.rawSpeed, 2), integer(message.stepsPerMinute, 1),
        integer(message.strideCentimeters, 2), integer(message.decimeters, 4), message.end.trailing,
      ]
    case let message as TemperatureMeasurement:
      [
        flags(message.value, 1), integer(Int(message.temperature.bits), 4), date(message.time),
        integer(message.site, 1), message.end.trailing,
      ]
    case let message as WeightMeasurement:
      [
        flags(message.value, 1), integer(message.rawWeight, 2), date(message.time), integer(message.user, 1),
        integer(message.rawBMI, 2), integer(message.rawHeight, 2), message.end.trailing,
      ]
    default: nil
    }
  }

  private static func flags(_ value: [UInt8], _ width: Int) -> [UInt8] { [UInt8](value.prefix(width)) }

  private static func integer(_ number: Int?, _ width: Int) -> [UInt8] {
    number.map { number in (0..<width).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } } ?? []
  }

  private static func number(_ number: SFloat?) -> [UInt8] { integer(number.map { Int($0.bits) }, 2) }

  private static func date(_ date: DateTime?) -> [UInt8] { date?.bytes ?? [] }

  private static func pair(_ pair: OximeterContinuous.Pair?) -> [UInt8] {
    number(pair?.oxygen) + number(pair?.pulse)
  }
}
