public import HaloWearables

extension LiveQuantity {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .heartRate: Phrase("Heart rate")
    case .oxygenSaturation: Phrase("Blood oxygen")
    case .heartRateVariability: Phrase("Heart-rate variability")
    case .stress: Phrase("Stress score")
    case .steps: Phrase("Steps")
    case .speed: Phrase("Speed")
    case .cadence: Phrase("Cadence")
    }
  }
}
