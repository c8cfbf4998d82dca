/// The unit of acceleration values.
public enum AccelerationUnit: String, Sendable, CaseIterable {
  /// Thousandths of standard gravity.
  case milligravities = "mg"
  /// Standard gravity, 9.80665 m/s².
  case gravities = "g"
  /// Meters per second squared.
  case metresPerSecondSquared = "m/s2"

  /// The factor that converts a value to standard gravities.
  public var gravities: Double {
    switch self {
    case .milligravities: 0.001
    case .gravities: 1
    case .metresPerSecondSquared: 1 / 9.80665
    }
  }
}
