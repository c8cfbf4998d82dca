public import HaloHealth

extension Metric {
  /// The display name.
  public var title: Phrase {
    switch self {
    case .heartRate: Phrase("Heart rate")
    case .heartRateVariability: Phrase("HRV")
    case .heartRateVariabilityRMSSD: Phrase("HRV (RMSSD)")
    case .heartRateVariabilitySDNN: Phrase("HRV (SDNN)")
    case .oxygenSaturation: Phrase("SpO₂")
    case .oxygenSaturationMinimum: Phrase("Lowest SpO₂")
    case .oxygenSaturationMaximum: Phrase("Highest SpO₂")
    case .stress: Phrase("Stress score")
    case .steps: Phrase("Steps")
    case .distance: Phrase("Distance")
    case .activeEnergy: Phrase("Active energy")
    case .skinTemperature: Phrase("Skin temperature")
    case .beatInterval: Phrase("Beat intervals")
    case .battery: Phrase("Battery")
    case .batteryCharging: Phrase("Charging")
    case .speed: Phrase("Speed")
    case .power: Phrase("Power")
    case .cadence: Phrase("Cadence")
    case .restingHeartRate: Phrase("Resting heart rate (reported)")
    case .cyclingDistance: Phrase("Cycling distance")
    }
  }

  /// A note for interpreting values of this metric; `nil` if none is needed.
  public var caution: Phrase? {
    switch self {
    case .stress: Phrase("The device's own score, not a physical quantity.")
    case .heartRateVariability: Phrase("Computed by the device; the method of rings is not documented.")
    case .activeEnergy, .distance, .cyclingDistance: Phrase("Estimated by the device.")
    default: nil
    }
  }
}
