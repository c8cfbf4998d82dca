/// The unit in which an accelerometer's numbers are.
public enum AccelerationUnit: String, Sendable, CaseIterable {
  /// Thousandths of standard gravity.
  case milligravities = "mg"
  /// Standard gravity, 9.80665 m/s².
  case gravities = "g"
  case metresPerSecondSquared = "m/s2"

  /// What a number in this unit is multiplied by to give standard gravities.
  public var gravities: Double {
    switch self {
    case .milligravities: 0.001
    case .gravities: 1
    case .metresPerSecondSquared: 1 / 9.80665
    }
  }
}
