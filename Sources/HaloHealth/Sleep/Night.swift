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
    /// The stage; `nil` if none was reported.
    public let stage: SleepStage?
    /// True if the source states that the wearer slept, in whatever stage.
    public let isStatedSleep: Bool
    /// The length in minutes.
    public let minutes: Int

    /// `minutes` in `stage`; `nil` if none was reported.
    public init(stage: SleepStage?, minutes: Int) {
      self.stage = stage
      self.minutes = minutes
      isStatedSleep = false
    }

    /// `minutes` of sleep in an unknown stage.
    public init(asleep minutes: Int) { (stage, self.minutes, isStatedSleep) = (nil, minutes, true) }

    /// The stage as text: `light`, `asleep` for sleep in an unknown stage, or `none`.
    public var word: String { stage?.rawValue ?? (isStatedSleep ? "asleep" : "none") }

    /// Reads ``word``; any other word is no stage.
    public init(word: some StringProtocol, minutes: Int) {
      if word == "asleep" {
        self.init(asleep: minutes)
      } else {
        self.init(stage: SleepStage(rawValue: String(word)), minutes: minutes)
      }
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
  /// Minutes asleep: light, deep and REM together; all of them if the device reports no stages.
  public let minutesAsleep: Int
  /// True if light, deep or REM sleep was reported.
  public let hasStages: Bool
  /// The time in bed; `nil` if it was not reported.
  public let inBed: Range<WallClock>?
  /// True if the time is doubtful: the device's clock was wrong, or showed this time twice.
  public let isDoubtful: Bool
  /// The frames it came from.
  public let provenance: Provenance

  /// Minutes from `start` to `end`.
  public var minutes: Int { (end.secondsSince1970 - start.secondsSince1970) / 60 }

  /// Minutes from going to bed to sleep onset; `nil` if the time in bed is unknown.
  public var latency: Int? { inBed.map { (start.secondsSince1970 - $0.lowerBound.secondsSince1970) / 60 } }

  /// The percentage asleep of the time in bed or, if that is unknown, from sleep onset to waking up; `nil` if neither
  /// the time in bed nor time awake is known.
  public var efficiency: Double? {
    let time = inBed.map { ($0.upperBound.secondsSince1970 - $0.lowerBound.secondsSince1970) / 60 }
    guard let time = time ?? (isWakingKnown ? minutes : nil), time > 0 else { return nil }
    return Double(minutesAsleep) / Double(time) * 100
  }

  /// True if time awake during the sleep would have been reported.
  public var isWakingKnown: Bool { hasStages || stages.contains { $0.stage == .awake } }

  /// Minutes spent in `stage`.
  public func minutes(in stage: SleepStage) -> Int {
    stages.reduce(0) { $0 + ($1.stage == stage ? $1.minutes : 0) }
  }

  /// Minutes spent in `stage`; `nil` if it was not reported for this sleep.
  public func knownMinutes(in stage: SleepStage) -> Int? {
    (stage == .awake ? isWakingKnown : hasStages) ? minutes(in: stage) : nil
  }

  /// The main sleep of those that ended on a day, by the rule of ``SleepEpisode/main(of:)``.
  public static func main(_ nights: [Night]) -> Night? {
    nights.filter { $0.minutes >= SleepEpisode.shortestMain }.max { $0.minutesAsleep < $1.minutesAsleep }
  }
}

extension Night {
  /// A sleep from `start` to `end`.
  public init(
    kind: Kind, start: WallClock, end: WallClock, stages: [Stretch], isDoubtful: Bool = false, provenance: Provenance
  ) {
    self.init(
      kind: kind, start: start, end: end, stages: stages, minutesAsleep: stages.minutesAsleep,
      hasStages: stages.hasStages, inBed: nil, isDoubtful: isDoubtful, provenance: provenance)
  }
}
