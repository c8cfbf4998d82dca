public import HaloHealth

extension LiveQuantity {
  /// The metric with the same unit.
  public var metric: Metric {
    switch self {
    case .heartRate: .heartRate
    case .oxygenSaturation: .oxygenSaturation
    case .heartRateVariability: .heartRateVariability
    case .stress: .stress
    case .steps: .steps
    case .speed: .speed
    case .cadence: .cadence
    }
  }
}
