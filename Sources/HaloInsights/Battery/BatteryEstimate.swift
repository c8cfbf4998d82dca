/// A number that was worked out and not measured, and between which numbers it lies with a probability of about 95 %.
public struct BatteryEstimate: Sendable, Hashable {
  /// The most likely value.
  public let value: Double
  /// The lower end.
  public let low: Double
  /// The upper end.
  public let high: Double

  /// An estimate between two ends.
  public init(_ value: Double, low: Double, high: Double) {
    self.value = value
    self.low = low
    self.high = high
  }
}
