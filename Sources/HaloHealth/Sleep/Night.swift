/// One period of sleep, a night or a nap, with its stages in order.
public struct Night: Hashable, Sendable {
  /// The kind of sleep: the main sleep or a nap.
  public enum Kind: String, Sendable, CaseIterable, Codable {
    /// The main sleep.
    case night
    /// A shorter sleep during the day.
    case nap
  }

  /// A period in one stage.
  public struct Stretch: Hashable, Sendable {
    /// The stage; `nil` if the device did not report one.
    public let stage: SleepStage?
    /// The length in minutes.
    public let minutes: Int

    /// `minutes` in `stage`; `nil` if the device did not report a stage.
    public init(stage: SleepStage?, minutes: Int) {
      self.stage = stage
      self.minutes = minutes
    }
  }

  /// Night or nap.
  public let kind: Kind
  /// Sleep onset, on the device's wall clock.
  public let start: WallClock
  /// Waking up, on the device's wall clock.
  public let end: WallClock
  /// The stages, one after the other from `start`.
  public let stages: [Stretch]
  /// True if the time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool
  /// Minutes asleep: light, deep and REM together; all of them if the device reports no stages.
  public let minutesAsleep: Int
  /// True if the device reported any stage.
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

  /// A sleep that consists of several records, some of which may have no stages.
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

  /// The main sleep of those that ended on a day, by the rule of ``SleepEpisode/main(of:)``.
  public static func main(_ nights: [Night]) -> Night? {
    nights.filter { $0.minutes >= SleepEpisode.shortestMain }.max { $0.minutesAsleep < $1.minutesAsleep }
  }
}
