/// A value that was computed from samples, with what it takes to compute it again.
public struct DerivedValue: Sendable, Hashable {
  /// What it is.
  public let metric: DerivedMetric
  /// When it holds, or when its interval begins.
  public let start: Moment
  /// Length of the interval in milliseconds; 0 for a moment.
  public let length: Int
  /// The value in the metric's unit.
  public let value: Double
  /// The algorithm, such as `resting-heart-rate`.
  public let algorithm: String
  /// The algorithm's version; another one may say something else.
  public let version: Int
  /// How sure it is, 0…1; `nil` where the algorithm does not say.
  public let confidence: Double?
  /// What it was computed from, in words that a person can follow, with the numbers of the frames that this came in.
  public let inputs: [String]

  /// A computed value.
  public init(
    _ metric: DerivedMetric, _ value: Double, start: Moment, length: Int, algorithm: String, version: Int,
    confidence: Double? = nil, inputs: [String]
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
