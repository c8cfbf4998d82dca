/// One stretch of sleep, a night or a nap, with its stages in order.
public struct Night: Hashable, Sendable {
  /// Whether it is the night's sleep or a nap in the day.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// The main sleep.
    case night
    /// A shorter sleep in the day.
    case nap
  }

  /// A stretch of one stage.
  public struct Stretch: Hashable, Sendable {
    /// The stage, or `nil` where the device gave none.
    public let stage: SleepStage?
    /// How long it lasted, in minutes.
    public let minutes: Int

    /// `minutes` of `stage`; `nil` where the device gave no stage.
    public init(stage: SleepStage?, minutes: Int) {
      self.stage = stage
      self.minutes = minutes
    }
  }

  /// Night or nap.
  public let kind: Kind
  /// Falling asleep, on the device's wall clock.
  public let start: WallClock
  /// Waking up, on the device's wall clock.
  public let end: WallClock
  /// The stages, one after the other from `start`.
  public let stages: [Stretch]
  /// Whether its time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool
  /// Minutes asleep: light, deep and REM together; all of them if the device gave no stages.
  public let minutesAsleep: Int
  /// Whether the device gave a stage at all.
  public let hasStages: Bool
  /// The frames it came from.
  public let provenance: Provenance

  /// A sleep from `start` to `end`.
  public init(
    kind: Kind, start: WallClock, end: WallClock, stages: [Stretch], isDoubtful: Bool = false, provenance: Provenance
  ) {
    self.init(
      kind: kind, start: start, end: end, stages: stages, minutesAsleep: stages.minutesAsleep,
      hasStages: stages.contains { $0.stage != nil }, isDoubtful: isDoubtful, provenance: provenance)
  }

  /// A sleep of parts, some of which may have no stages.
  init(
    kind: Kind, start: WallClock, end: WallClock, stages: [Stretch], minutesAsleep: Int, hasStages: Bool,
    isDoubtful: Bool, provenance: Provenance
  ) {
    self.kind = kind
    self.start = start
    self.end = end
    self.stages = stages
    self.minutesAsleep = minutesAsleep
    self.hasStages = hasStages
    self.isDoubtful = isDoubtful
    self.provenance = provenance
  }

  /// Minutes from `start` to `end`.
  public var minutes: Int { (end.secondsSince1970 - start.secondsSince1970) / 60 }

  /// Minutes spent in `stage`.
  public func minutes(in stage: SleepStage) -> Int {
    stages.reduce(0) { $0 + ($1.stage == stage ? $1.minutes : 0) }
  }

  /// The main sleep of those that ended on a day, as ``SleepEpisode/main(of:)`` has it.
  public static func main(_ nights: [Night]) -> Night? {
    nights.filter { $0.minutes >= SleepEpisode.shortestMain }.max { $0.minutesAsleep < $1.minutesAsleep }
  }
}
