public import HaloHealth

/// A sleep: a night or a nap.
public struct SleepReport: Codable, Sendable, Hashable {
  /// An interval in one stage.
  public struct Stretch: Codable, Sendable, Hashable {
    /// Start of the interval.
    public let start: TimeOfDay
    /// Length of the interval, in minutes.
    public let minutes: Int
    /// The stage; `nil` if the device reported none.
    public let stage: SleepStage?
  }

  /// The device's classification.
  public let kind: Night.Kind
  /// True if this is the main sleep of the day: of the sleeps of at least three hours, the one with the most time
  /// asleep.
  public let main: Bool
  /// Time of falling asleep.
  public let start: LocalTime
  /// Time of waking up.
  public let end: LocalTime
  /// Minutes from falling asleep to waking up.
  public let minutes: Int
  /// Minutes asleep; all minutes if the device reported no stages.
  public let minutesAsleep: Int
  /// Minutes in each stage.
  public let minutesOfStage: [String: Int]
  /// Minutes asleep without a stage.
  public let minutesWithoutStage: Int
  /// True if the time is uncertain: the device's clock was wrong or was set back.
  public let doubtful: Bool
  /// The stages, from falling asleep.
  public let stages: [Stretch]
  /// The device's name; `nil` for a file.
  public let device: String?
  /// The percentage of time asleep between falling asleep and waking up; `nil` if the device reported no stages.
  public let efficiency: Double?
  /// Minutes awake between falling asleep and waking up; `nil` if the device reported no stages.
  public let wakeAfterOnset: Int?
  /// The midpoint between falling asleep and waking up.
  public let midpoint: LocalTime
  /// The id of the explanation: `sleep@2026-11-19T23:10:00+01:00`; `nil` for a file.
  public let explain: String?
  /// The source frames: journal numbers, or lines of a file. `nil` without ``ReportDetail/samples``.
  public let from: [Int]?

  /// True if the device reported any stage.
  public var hasStages: Bool { stages.contains { $0.stage != nil } }
  /// Returns the minutes in a stage.
  public func minutes(in stage: SleepStage) -> Int { minutesOfStage[stage.rawValue] ?? 0 }

  /// Creates a sleep on a device's own clock, whose UTC offset is unknown.
  public init(_ night: Night, main: Bool) {
    self.init(
      night, main: main, start: LocalTime(night.start), end: LocalTime(night.end), device: nil, explain: nil,
      from: night.provenance.frames)
  }

  /// Creates a sleep from the journal.
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
