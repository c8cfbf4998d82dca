/// What eight seconds of light say about the heart rate.
public struct HeartRateWindow: Sendable, Equatable {
  /// Seconds from the first sample.
  public var start: Double
  /// Seconds from the first sample.
  public var end: Double
  /// An estimate in beats a minute, or nil where there is no value that could be trusted; ``refusal`` then says why.
  public var bpm: Double?
  /// The probability that the heart rate lies within 5 bpm of the estimate, learned from recordings with a reference; 0 if nothing was
  /// estimated.
  public var confidence: Double
  /// How much of the light's power the estimate and its harmonics explain, beyond what they would in noise or a random walk:
  /// 0 to 1.
  public var clarity: Double
  /// Why there is no value.
  public var refusal: HeartRateRefusal?

  public init(
    start: Double, end: Double, bpm: Double?, confidence: Double, clarity: Double, refusal: HeartRateRefusal?
  ) {
    (self.start, self.end, self.bpm, self.confidence) = (start, end, bpm, confidence)
    (self.clarity, self.refusal) = (clarity, refusal)
  }
}
