/// A workout that a person started and ended.
public struct Workout: Sendable, Hashable {
  /// The sport.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    case walking
    case running
    case hiking
    case cycling
    case rowing
    /// Elliptical trainer.
    case elliptical
    /// Stair climbing.
    case stairs
    /// Another sport.
    case other
  }

  /// The sport.
  public let kind: Kind
  public let start: Moment
  /// Length in milliseconds.
  public let length: Int
  /// Milliseconds of pauses within ``length``; `nil` if unknown.
  public let paused: Int?
  /// Distance in meters; `nil` if unknown.
  public let meters: Double?
  /// Energy in kilocalories as the device estimates it; `nil` if unknown.
  public let kilocalories: Double?
  /// How it was recorded.
  public let source: SampleSource
  /// How the distance was counted; `nil` without a machine that counts it.
  public let distanceCount: WorkoutCount?
  /// How the energy was counted; `nil` without a machine that counts it.
  public let energyCount: WorkoutCount?

  /// A workout.
  public init(
    _ kind: Kind, start: Moment, length: Int, meters: Double? = nil, kilocalories: Double? = nil, paused: Int? = nil,
    source: SampleSource, distanceCount: WorkoutCount? = nil, energyCount: WorkoutCount? = nil
  ) {
    self.kind = kind
    self.start = start
    self.length = length
    self.meters = meters
    self.kilocalories = kilocalories
    self.paused = paused
    self.source = source
    self.distanceCount = distanceCount
    self.energyCount = energyCount
  }

  /// Milliseconds from the start to the end without the pauses that are known.
  public var activeLength: Int { max(0, length) - min(max(0, paused ?? 0), max(0, length)) }
}
