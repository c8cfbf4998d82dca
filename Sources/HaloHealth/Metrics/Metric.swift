/// The quantity that a sample measures.
public enum Metric: String, Sendable, CaseIterable, Codable {
  /// Heart rate.
  case heartRate
  /// HRV in milliseconds, as the device computes it. Rings do not report whether theirs is RMSSD or SDNN.
  case heartRateVariability
  /// Lowest SpO₂ of an interval.
  case oxygenSaturationMinimum
  /// Highest SpO₂ of an interval.
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
  /// Time between two heart beats.
  case beatInterval
  /// HRV as the root mean square of successive differences of beat intervals (RMSSD).
  case heartRateVariabilityRMSSD
  /// HRV as the standard deviation of beat intervals (SDNN).
  case heartRateVariabilitySDNN
  /// SpO₂ (blood oxygen saturation) at a moment.
  case oxygenSaturation
  /// Charge of the device's battery.
  case battery
  /// The charging state of the device's battery: 1 while it is charging, otherwise 0.
  case batteryCharging
  /// Speed over ground.
  case speed
  /// Mechanical power.
  case power
  /// Steps, strokes or crank revolutions per minute.
  case cadence
  /// Resting heart rate of a day, as the device or an app reports it.
  case restingHeartRate
  /// Distance by bicycle within an interval, which is no part of ``distance``.
  case cyclingDistance

  /// The unit of every value of this metric.
  public var unit: Unit {
    switch self {
    case .heartRate, .restingHeartRate: .beatsPerMinute
    case .heartRateVariability: .milliseconds
    case .oxygenSaturationMinimum, .oxygenSaturationMaximum: .percent
    case .stress: .score
    case .steps: .count
    case .distance, .cyclingDistance: .meters
    case .activeEnergy: .kilocalories
    case .skinTemperature: .degreesCelsius
    case .beatInterval, .heartRateVariabilityRMSSD, .heartRateVariabilitySDNN: .milliseconds
    case .oxygenSaturation, .battery: .percent
    case .speed: .metersPerSecond
    case .power: .watts
    case .cadence: .perMinute
    case .batteryCharging: .flag
    }
  }

  /// The range of possible values, in the metric's unit: wide enough for every living person and every treadmill.
  public var plausibleRange: ClosedRange<Double> {
    switch self {
    case .heartRate, .restingHeartRate: 1...400
    case .beatInterval: 1...10_000
    case .heartRateVariability, .heartRateVariabilityRMSSD, .heartRateVariabilitySDNN: 0...5000
    case .oxygenSaturation, .oxygenSaturationMinimum, .oxygenSaturationMaximum, .battery, .stress: 0...100
    case .steps: 0...200_000
    case .distance, .cyclingDistance: 0...1_000_000
    case .activeEnergy: 0...50_000
    case .skinTemperature: -20...60
    case .speed: 0...100
    case .power: 0...5000
    case .cadence: 0...1000
    case .batteryCharging: 0...1
    }
  }

  /// True if a device accumulates the value within an interval. A count that is lower than an earlier one means that
  /// the device restarted.
  public var isCount: Bool {
    switch self {
    case .steps, .distance, .activeEnergy, .cyclingDistance: true
    default: false
    }
  }
}
