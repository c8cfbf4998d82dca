/// What a sample measures.
public enum Metric: String, Sendable, CaseIterable, Codable {
  /// Heart rate.
  case heartRate
  /// Heart-rate variability in milliseconds, as the device computes it. Rings do not say whether theirs is RMSSD or SDNN.
  case heartRateVariability
  /// Lowest blood oxygen saturation (SpO₂) of an interval.
  case oxygenSaturationMinimum
  /// Highest blood oxygen saturation (SpO₂) of an interval.
  case oxygenSaturationMaximum
  /// The device's own stress score, 0…100; a proprietary estimate, not a physical quantity.
  case stress
  /// Steps within an interval.
  case steps
  /// Distance within an interval, estimated by the device.
  case distance
  /// Energy spent moving within an interval, estimated by the device.
  case activeEnergy
  /// Temperature of the skin under the device.
  case skinTemperature

  /// The unit every value of this metric is given in.
  public var unit: Unit {
    switch self {
    case .heartRate: .beatsPerMinute
    case .heartRateVariability: .milliseconds
    case .oxygenSaturationMinimum, .oxygenSaturationMaximum: .percent
    case .stress: .score
    case .steps: .count
    case .distance: .meters
    case .activeEnergy: .kilocalories
    case .skinTemperature: .degreesCelsius
    }
  }
}
