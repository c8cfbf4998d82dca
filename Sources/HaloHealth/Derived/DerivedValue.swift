/// A value computed from samples, with the information that is needed to reproduce it.
public struct DerivedValue: Sendable, Hashable {
  public let metric: DerivedMetric
  /// The moment, or the beginning of the interval.
  public let start: Moment
  /// Length of the interval in milliseconds; 0 for a moment.
  public let length: Int
  /// The value in the metric's unit.
  public let value: Double
  /// The algorithm, such as `resting-heart-rate`.
  public let algorithm: String
  /// The algorithm's version; another version may give another value.
  public let version: Int
  /// The confidence, 0…1; `nil` if the algorithm does not give one.
  public let confidence: Double?
  /// The data that it was computed from.
  public let inputs: [DerivedInput]

  /// A computed value.
  public init(
    _ metric: DerivedMetric, _ value: Double, start: Moment, length: Int, algorithm: String, version: Int,
    confidence: Double? = nil, inputs: [DerivedInput]
  ) {
    self.metric = metric
    self.start = start
    self.length = length
    self.value = value
    self.algorithm = algorithm
    self.version = version
    self.confidence = confidence
    self.inputs = inputs
  }
}
