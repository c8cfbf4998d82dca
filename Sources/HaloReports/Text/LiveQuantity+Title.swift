public import HaloWearables

extension LiveQuantity {
  /// What it is called on a screen.
  public var title: Phrase { metric.title }

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
