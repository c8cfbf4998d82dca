public import HaloHealth

/// A sleep: a night or a nap.
public struct SleepReport: Codable, Sendable, Hashable {
  /// A time in one stage.
  public struct Stretch: Codable, Sendable, Hashable {
    /// When it begins.
    public let start: TimeOfDay
    /// How long it lasted.
    public let minutes: Int
    /// The stage; `nil` if the device gave none.
    public let stage: SleepStage?
  }

  /// What the device calls it.
  public let kind: Night.Kind
  /// Whether it is the main sleep of the day: of the sleeps that took three hours, the one with most time asleep.
  public let main: Bool
  /// Falling asleep.
  public let start: LocalTime
  /// Waking up.
  public let end: LocalTime
  /// Minutes from falling asleep to waking up.
  public let minutes: Int
  /// Minutes asleep; all of them if the device gave no stages.
  public let minutesAsleep: Int
  /// Minutes in each stage.
  public let minutesOfStage: [String: Int]
  /// Minutes asleep without a stage.
  public let minutesWithoutStage: Int
  /// Whether its time is doubtful: the device's clock was wrong, or showed this time twice.
  public let doubtful: Bool
  /// The stages from falling asleep on.
  public let stages: [Stretch]
  /// The device's name; `nil` of a file.
  public let device: String?
  /// The share of the time from falling asleep to waking up that was sleep, in per cent; `nil` if the device gave no stages.
  public let efficiency: Double?
  /// Minutes awake between falling asleep and waking up; `nil` if the device gave no stages.
  public let wakeAfterOnset: Int?
  /// The middle between falling asleep and waking up.
  public let midpoint: LocalTime
  /// What explains it: `sleep@2026-11-19T23:10:00+01:00`; `nil` of a file.
  public let explain: String?
  /// The frames that it came in: numbers of the journal, or lines of a file. `nil` unless the report was asked for them.
  public let from: [Int]?

  /// Whether the device gave a stage at all.
  public var hasStages: Bool { stages.contains { $0.stage != nil } }
  /// Minutes in a stage.
  public func minutes(in stage: SleepStage) -> Int { minutesOfStage[stage.rawValue] ?? 0 }

  /// A sleep on a device's own clock, of which no offset is known.
  public init(_ night: Night, main: Bool) {
    self.init(
      night, main: main, start: LocalTime(night.start), end: LocalTime(night.end), device: nil, explain: nil,
      from: night.provenance.frames)
  }

  /// A sleep in the journal.
  init(_ episode: SleepEpisode, main: Bool, in day: WearerDay, from: [Int]?) {
    self.init(
      episode.night(Provenance(frames: [], decoder: "")), main: main,
      start: LocalTime(day.moment(episode.start.milliseconds)), end: LocalTime(day.moment(episode.end.milliseconds)),
      device: episode.device.name, explain: "sleep@\(episode.start)", from: from)
  }

  private init(
    _ night: Night, main: Bool, start: LocalTime, end: LocalTime, device: String?, explain: String?, from: [Int]?
  ) {
    kind = night.kind
    self.main = main
    self.start = start
    self.end = end
    minutes = night.minutes
    minutesAsleep = night.minutesAsleep
    minutesOfStage = Dictionary(
      uniqueKeysWithValues: SleepStage.allCases.map { ($0.rawValue, night.minutes(in: $0)) })
    minutesWithoutStage = night.stages.reduce(0) { $0 + ($1.stage == nil ? $1.minutes : 0) }
    doubtful = night.isDoubtful
    var time = night.start
    stages = night.stages.map { stretch in
      defer { time = time.adding(minutes: stretch.minutes) }
      return Stretch(start: time.time, minutes: stretch.minutes, stage: stretch.stage)
    }
    self.device = device
    efficiency =
      night.hasStages && night.minutes > 0
      ? (Double(night.minutesAsleep) / Double(night.minutes) * 1000).rounded() / 10 : nil
    wakeAfterOnset = night.hasStages ? night.minutes(in: .awake) : nil
    midpoint = LocalTime(night.start.adding(minutes: night.minutes / 2), secondsFromGMT: start.secondsFromGMT)
    self.explain = explain
    self.from = from
  }
}
