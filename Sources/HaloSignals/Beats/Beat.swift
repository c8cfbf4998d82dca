/// A heartbeat as a sensor saw it.
public struct Beat: Sendable, Equatable {
  /// When, in seconds on the clock of the samples: for light, the place at which the rising wave fits those of the other beats, exact to a
  /// few milliseconds; for an electrocardiogram, the top of R.
  public var time: Double
  /// When the wave was at its top, in seconds: for light a tenth of a second or so later than ``time``, and less exactly.
  public var top: Double
  /// How far the beat can be trusted, 0…1.
  public var quality: Double

  public init(time: Double, top: Double? = nil, quality: Double) {
    self.time = time
    self.top = top ?? time
    self.quality = quality
  }
}
