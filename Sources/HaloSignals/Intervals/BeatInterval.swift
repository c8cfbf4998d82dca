/// The interval between two beats.
public struct BeatInterval: Sendable, Equatable {
  /// The end of the interval, in seconds.
  public var time: Double
  /// The length, in milliseconds.
  public var milliseconds: Double
  /// The quality of both beats, 0…1.
  public var quality = 1.0
}
