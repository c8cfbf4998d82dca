/// An estimated number with its interval of about 95 % probability.
public struct BatteryEstimate: Sendable, Hashable {
  /// The most likely value.
  public let value: Double
  /// The lower bound.
  public let low: Double
  /// The upper bound.
  public let high: Double

  /// An estimate with its bounds.
  public init(_ value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }
}
