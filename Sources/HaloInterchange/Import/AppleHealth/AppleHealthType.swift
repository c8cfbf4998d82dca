/// What becomes of the records of a type. Source: Apple's documentation of `HKQuantityTypeIdentifier`,
/// `HKCategoryTypeIdentifier` and `HKUnit`.
enum AppleHealthType {
  /// Samples of a metric, of which a unit is a multiple.
  case samples(Metric, [String: Double])
  case temperature(Metric)
  /// Sleep and its stages.
  case sleep
  /// Not kept.
  case leftOut

  init(_ name: String) {
    let prefix = "HKQuantityTypeIdentifier"
    let quantity = name.hasPrefix(prefix) ? Self.quantities[String(name.dropFirst(prefix.count))] : nil
    self = quantity ?? (name == "HKCategoryTypeIdentifierSleepAnalysis" ? .sleep : .leftOut)
  }

  private static let quantities: [String: AppleHealthType] = [
    "HeartRate": .samples(.heartRate, rates),
    "HeartRateVariabilitySDNN": .samples(.heartRateVariabilitySDNN, times),
    "HeartRateVariabilityRMSSD": .samples(.heartRateVariabilityRMSSD, times),
    "RestingHeartRate": .samples(.restingHeartRate, rates),
    "OxygenSaturation": .samples(.oxygenSaturation, shares),
    "StepCount": .samples(.steps, ["count": 1]),
    "DistanceWalkingRunning": .samples(.distance, lengths),
    "DistanceCycling": .samples(.cyclingDistance, lengths),
    "ActiveEnergyBurned": .samples(.activeEnergy, energies),
    "AppleSleepingWristTemperature": .temperature(.skinTemperature),
    "BodyTemperature": .temperature(.bodyTemperature),
    "BasalBodyTemperature": .temperature(.bodyTemperature),
    "BodyMass": .samples(.weight, masses),
    "LeanBodyMass": .samples(.fatFreeMass, masses),
    "BodyFatPercentage": .samples(.bodyFat, shares),
    "BodyMassIndex": .samples(.bodyMassIndex, ["count": 1]),
    "BloodPressureSystolic": .samples(.systolicPressure, pressures),
    "BloodPressureDiastolic": .samples(.diastolicPressure, pressures),
    "PeripheralPerfusionIndex": .samples(.pulseAmplitude, shares),
    "RunningSpeed": .samples(.speed, speeds),
    "CyclingSpeed": .samples(.speed, speeds),
    "RunningPower": .samples(.power, powers),
    "CyclingPower": .samples(.power, powers),
    "CyclingCadence": .samples(.cadence, rates),
  ]
  private static let rates: [String: Double] = ["count/min": 1, "count/s": 60]
  private static let times: [String: Double] = ["ms": 1, "s": 1000]
  /// Fractions: 0.97 is 97 %.
  private static let shares: [String: Double] = ["%": 100]
  private static let powers: [String: Double] = ["W": 1, "kW": 1000]
  /// In meters.
  static let lengths: [String: Double] = [
    "m": 1, "km": 1000, "cm": 0.01, "mi": 1609.344, "yd": 0.9144, "ft": 0.3048, "in": 0.0254,
  ]
  /// In kilocalories. Apple's `Cal` is the kilocalorie of food, and `cal` a thousandth of it.
  static let energies: [String: Double] = ["kcal": 1, "Cal": 1, "cal": 0.001, "kJ": 1 / 4.184, "J": 1 / 4184]
  private static let masses = ["kg": 1, "g": 0.001, "lb": 0.453_592_37, "st": 6.350_293_18, "oz": 0.028_349_523]
  private static let pressures = ["mmHg": 1, "kPa": 7.500_617, "inHg": 25.4]
  private static let speeds: [String: Double] = [
    "m/s": 1, "km/hr": 1 / 3.6, "km/h": 1 / 3.6, "mi/hr": 1609.344 / 3600, "ft/s": 0.3048,
  ]

  /// A value in the metric's unit; `nil` if the unit is unknown.
  func converted(_ value: Double, unit: String) -> (metric: Metric, value: Double)? {
    switch self {
    case .samples(let metric, let units):
      guard let factor = units[unit] else { return nil }
      // Some apps write a percentage as 97 in place of 0.97.
      return (metric, [.oxygenSaturation, .bodyFat].contains(metric) && value > 1.5 ? value : value * factor)
    case .temperature(let metric):
      switch unit {
      case "degC": return (metric, value)
      case "degF": return (metric, (value - 32) / 1.8)
      case "K": return (metric, value - 273.15)
      default: return nil
      }
    case .sleep, .leftOut: return nil
    }
  }

  /// The sport of a workout, by its `HKWorkoutActivityType`.
  static func workout(_ name: String) -> Workout.Kind {
    let prefix = "HKWorkoutActivityType"
    let kind = name.hasPrefix(prefix) ? name.dropFirst(prefix.count).lowercased() : ""
    return kind == "stairclimbing" ? .stairs : Workout.Kind(rawValue: kind) ?? .other
  }
}
