/// An estimated number with its interval of about 95 % probability.
public struct BatteryEstimate: Sendable, Hashable {
  /// The most likely value.
  public let value: Double
  /// The lower bound.
  public let low: Double
  /// The upper bound.
  public let high: Double
}
