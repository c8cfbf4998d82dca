/// A heartbeat detected in a sensor's signal.
public struct Beat: Sendable, Equatable {
  /// The beat's time in seconds on the samples' clock: for light the position at which the rising edge matches those of
  /// the other beats, exact to a few milliseconds; for an electrocardiogram the R peak.
  public var time: Double
  /// The time of the wave's maximum in seconds: for light about a tenth of a second after ``time``, and less exact.
  public var top: Double
  /// The detection quality, 0…1.
  public var quality: Double

  /// Creates a beat; `top` defaults to `time`.
  public init(time: Double, top: Double? = nil, quality: Double) {
    self.time = time
    self.top = top ?? time
    self.quality = quality
  }
}
