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

  /// A time in bed.
  public struct InBed: Codable, Sendable, Hashable {
    /// Going to bed.
    public let start: LocalTime
    /// Getting up.
    public let end: LocalTime
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
  /// Minutes in each stage that was reported.
  public let minutesOfStage: [String: Int]
  /// Minutes asleep without a stage.
  public let minutesWithoutStage: Int
  /// True if the time is uncertain: the device's clock was wrong or was set back.
  public let doubtful: Bool
  /// The stages, from falling asleep.
  public let stages: [Stretch]
  /// The device's name; `nil` for a file.
  public let device: String?
  /// The time in bed; `nil` if it was not reported.
  public let inBed: InBed?
  /// Minutes from going to bed to falling asleep; `nil` if the time in bed was not reported.
  public let latency: Int?
  /// The percentage asleep of the time in bed or, if that is unknown, between falling asleep and waking up; `nil` if
  /// time awake was not reported either.
  public let efficiency: Double?
  /// Minutes awake between falling asleep and waking up; `nil` if time awake was not reported.
  public let wakeAfterOnset: Int?
  /// The midpoint between falling asleep and waking up.
  public let midpoint: LocalTime
  /// The id of the explanation: `sleep@2026-11-19T23:10:00+01:00`; `nil` for a file.
  public let explain: String?
  /// The source frames: journal numbers, or lines of a file. `nil` without ``ReportDetail/samples``.
  public let from: [Int]?

  /// True if light, deep or REM sleep was reported.
  public var hasStages: Bool { stages.contains { $0.stage != nil && $0.stage != .awake } }
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
    let (start, end) = episode.times(in: day)
    self.init(
      episode.night(Provenance(frames: [], decoder: "")), main: main, start: LocalTime(start), end: LocalTime(end),
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
    minutesOfStage = SleepStage.allCases.reduce(into: [:]) { $0[$1.rawValue] = night.knownMinutes(in: $1) }
    minutesWithoutStage = night.stages.reduce(0) { $0 + ($1.stage == nil ? $1.minutes : 0) }
    doubtful = night.isDoubtful
    var time = night.start
    stages = night.stages.map { stretch in
      defer { time = time.adding(minutes: stretch.minutes) }
      return Stretch(start: time.time, minutes: stretch.minutes, stage: stretch.stage)
    }
    self.device = device
    inBed = night.inBed.map { time in
      func local(_ clock: WallClock) -> LocalTime { LocalTime(clock, secondsFromGMT: start.secondsFromGMT) }
      return InBed(start: local(time.lowerBound), end: local(time.upperBound))
    }
    latency = night.latency
    efficiency = night.efficiency?.rounded(parts: 10)
    wakeAfterOnset = night.knownMinutes(in: .awake)
    midpoint = LocalTime(night.start.adding(minutes: night.minutes / 2), secondsFromGMT: start.secondsFromGMT)
    self.explain = explain
    self.from = from
  }
}

extension SleepEpisode {
  /// Falling asleep and waking up in local time, on the day of waking up. A file states the offset from UTC of its
  /// sleep, which may be of a place that the wearer has left since.
  func times(in day: WearerDay) -> (start: Moment, end: Moment) {
    guard statements.isEmpty else { return (day.moment(start.milliseconds), day.moment(end.milliseconds)) }
    // The clock may have been changed during the night, as this computer's zone shows if the wearer was in it.
    let isHere = day.secondsFromGMTHere(start.milliseconds) == start.secondsFromGMT
    return (
      start,
      isHere ? Moment(milliseconds: end.milliseconds, secondsFromGMT: day.secondsFromGMTHere(end.milliseconds)) : end
    )
  }
}
