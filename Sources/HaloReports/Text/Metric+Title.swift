public import HaloHealth

extension Metric {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .heartRate: Phrase("Heart rate")
    case .heartRateVariability: Phrase("Heart-rate variability")
    case .heartRateVariabilityRMSSD: Phrase("Variability (RMSSD)")
    case .heartRateVariabilitySDNN: Phrase("Variability (SDNN)")
    case .oxygenSaturation: Phrase("Blood oxygen")
    case .oxygenSaturationMinimum: Phrase("Lowest blood oxygen")
    case .oxygenSaturationMaximum: Phrase("Highest blood oxygen")
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
    }
  }

  /// What a person has to know to read its values; `nil` where the name says it all.
  public var caution: Phrase? {
    switch self {
    case .stress: Phrase("The device's own score, not a physical quantity.")
    case .heartRateVariability: Phrase("As the device computes it; rings do not say how.")
    case .activeEnergy, .distance: Phrase("The device's estimate.")
    default: nil
    }
  }
}
