/// The time from one beat to the next.
public struct BeatInterval: Sendable, Equatable {
  /// When it ends, in seconds.
  public var time: Double
  /// How long it is, in milliseconds.
  public var milliseconds: Double
  /// How far both of its beats can be trusted, 0…1.
  public var quality: Double

  public init(time: Double, milliseconds: Double, quality: Double = 1) {
    self.time = time
    self.milliseconds = milliseconds
    self.quality = quality
  }
}
