public import HaloWearables

extension LiveQuantity {
  /// The display name.
  public var title: Phrase { metric.title }

  /// The name in commands and in the page's API: `heart-rate`.
  public var name: String {
    switch self {
    case .heartRate: "heart-rate"
    case .oxygenSaturation: "spo2"
    case .heartRateVariability: "hrv"
    case .stress, .steps, .speed, .cadence: rawValue
    }
  }

  /// Looks up a quantity by its ``name``.
  public init?(name: String) {
    guard let quantity = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = quantity
  }
}
