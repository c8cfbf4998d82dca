/// The heart rate of eight seconds of light.
public struct HeartRateWindow: Sendable, Equatable {
  /// The start, in seconds from the first sample.
  public var start: Double
  /// The end, in seconds from the first sample.
  public var end: Double
  /// The estimate in beats per minute; nil if it cannot be trusted: ``refusal`` contains the reason.
  public var bpm: Double?
  /// The probability that the heart rate is within 5 bpm of the estimate, learned from recordings with a reference; 0
  /// without an estimate.
  public var confidence: Double
  /// The share of the light's power explained by the estimate and its harmonics, beyond that expected in noise or a
  /// random walk: 0 to 1.
  public var clarity: Double
  /// The reason if there is no value.
  public var refusal: HeartRateRefusal?
}
