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
    switch name {
    case "HKQuantityTypeIdentifierHeartRate": self = .samples(.heartRate, ["count/min": 1, "count/s": 60])
    case "HKQuantityTypeIdentifierHeartRateVariabilitySDNN":
      self = .samples(.heartRateVariabilitySDNN, ["ms": 1, "s": 1000])
    case "HKQuantityTypeIdentifierHeartRateVariabilityRMSSD":
      self = .samples(.heartRateVariabilityRMSSD, ["ms": 1, "s": 1000])
    case "HKQuantityTypeIdentifierRestingHeartRate":
      self = .samples(.restingHeartRate, ["count/min": 1, "count/s": 60])
    // A fraction: 0.97 is 97 %.
    case "HKQuantityTypeIdentifierOxygenSaturation": self = .samples(.oxygenSaturation, ["%": 100])
    case "HKQuantityTypeIdentifierStepCount": self = .samples(.steps, ["count": 1])
    case "HKQuantityTypeIdentifierDistanceWalkingRunning": self = .samples(.distance, Self.lengths)
    case "HKQuantityTypeIdentifierDistanceCycling": self = .samples(.cyclingDistance, Self.lengths)
    case "HKQuantityTypeIdentifierActiveEnergyBurned": self = .samples(.activeEnergy, Self.energies)
    case "HKQuantityTypeIdentifierAppleSleepingWristTemperature": self = .temperature(.skinTemperature)
    case "HKQuantityTypeIdentifierBodyTemperature", "HKQuantityTypeIdentifierBasalBodyTemperature":
      self = .temperature(.bodyTemperature)
    case "HKQuantityTypeIdentifierBodyMass": self = .samples(.weight, Self.masses)
    case "HKQuantityTypeIdentifierLeanBodyMass": self = .samples(.fatFreeMass, Self.masses)
    case "HKQuantityTypeIdentifierBodyFatPercentage": self = .samples(.bodyFat, ["%": 100])
    case "HKQuantityTypeIdentifierBodyMassIndex": self = .samples(.bodyMassIndex, ["count": 1])
    case "HKQuantityTypeIdentifierBloodPressureSystolic": self = .samples(.systolicPressure, Self.pressures)
    case "HKQuantityTypeIdentifierBloodPressureDiastolic": self = .samples(.diastolicPressure, Self.pressures)
    case "HKQuantityTypeIdentifierPeripheralPerfusionIndex": self = .samples(.pulseAmplitude, ["%": 100])
    case "HKQuantityTypeIdentifierRunningSpeed", "HKQuantityTypeIdentifierCyclingSpeed":
      self = .samples(.speed, Self.speeds)
    case "HKQuantityTypeIdentifierRunningPower", "HKQuantityTypeIdentifierCyclingPower":
      self = .samples(.power, ["W": 1, "kW": 1000])
    case "HKQuantityTypeIdentifierCyclingCadence": self = .samples(.cadence, ["count/min": 1, "count/s": 60])
    case "HKCategoryTypeIdentifierSleepAnalysis": self = .sleep
    default: self = .leftOut
    }
  }

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
