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

  /// Its name in commands and in the page's API: `heart-rate`.
  public var name: String {
    switch self {
    case .heartRate: "heart-rate"
    case .oxygenSaturation: "spo2"
    case .heartRateVariability: "hrv"
    case .stress, .steps, .speed, .cadence: rawValue
    }
  }

  /// The quantity of that ``name``.
  public init?(name: String) {
    guard let quantity = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = quantity
  }
}
