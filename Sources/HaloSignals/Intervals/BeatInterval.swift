/// The interval between two beats.
public struct BeatInterval: Sendable, Equatable {
  /// The end of the interval, in seconds.
  public var time: Double
  /// The length, in milliseconds.
  public var milliseconds: Double
  /// The quality of both beats, 0…1.
  public var quality: Double

  /// Creates an interval.
  public init(time: Double, milliseconds: Double, quality: Double = 1) {
    self.time = time
    self.milliseconds = milliseconds
    self.quality = quality
  }
}
