/// What eight seconds of light say about the heart rate.
public struct HeartRateWindow: Sendable, Equatable {
  /// Seconds from the first sample.
  public var start: Double
  /// Seconds from the first sample.
  public var end: Double
  /// An estimate in beats a minute, or nil where there is no value that could be trusted; ``refusal`` then says why.
  public var bpm: Double?
  /// The probability, as the model sees it, that the heart rate lies within 5 bpm of the estimate; 0 where nothing was estimated.
  public var confidence: Double
  /// Why there is no value.
  public var refusal: HeartRateRefusal?

  public init(start: Double, end: Double, bpm: Double?, confidence: Double, refusal: HeartRateRefusal?) {
    (self.start, self.end, self.bpm, self.confidence, self.refusal) = (start, end, bpm, confidence, refusal)
  }
}
