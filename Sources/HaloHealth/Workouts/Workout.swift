/// A stretch of sport that somebody began and ended.
public struct Workout: Sendable, Hashable {
  /// Which sport.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    case walking
    case running
    case hiking
    case cycling
    case rowing
    case elliptical
    case stairs
    case other
  }

  /// Which sport.
  public let kind: Kind
  /// When it began.
  public let start: Moment
  /// Length in milliseconds.
  public let length: Int
  /// Distance in metres, where it is known.
  public let meters: Double?
  /// Energy in kilocalories, where it is known; an estimate of the device.
  public let kilocalories: Double?
  /// How it is known.
  public let source: SampleSource

  /// A workout.
  public init(
    _ kind: Kind, start: Moment, length: Int, meters: Double? = nil, kilocalories: Double? = nil, source: SampleSource
  ) {
    self.kind = kind
    self.start = start
    self.length = length
    self.meters = meters
    self.kilocalories = kilocalories
    self.source = source
  }
}
