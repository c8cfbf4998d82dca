/// One measured value, at a moment or over an interval, on the device's own clock.
public struct Sample: Hashable, Sendable {
  /// The measured quantity.
  public let metric: Metric
  /// The value in the metric's unit.
  public let value: Double
  /// When it was measured, or when its interval begins, on the device's wall clock.
  public let start: WallClock
  /// Length of the interval in minutes; 0 for a value at a moment.
  public let minutes: Int
  /// How the device obtained it.
  public let source: SampleSource
  /// The frames it came from.
  public let provenance: Provenance

  /// A sample of `value` in the metric's unit.
  public init(
    _ metric: Metric, _ value: Double, start: WallClock, minutes: Int = 0, source: SampleSource, provenance: Provenance
  ) {
    self.metric = metric
    self.value = value
    self.start = start
    self.minutes = minutes
    self.source = source
    self.provenance = provenance
  }
}
