public import HaloHealth
public import HaloReports

/// A night or a nap, ready for a hypnogram and for VoiceOver.
public struct NightPicture: Sendable, Hashable, Identifiable {
  /// A stretch of one stage.
  public struct Segment: Sendable, Hashable, Identifiable {
    /// Where it begins, in minutes after falling asleep.
    public let start: Int
    /// Where it ends.
    public let end: Int
    /// The stage; `nil` where the device gave none.
    public let stage: SleepStage?
    /// What VoiceOver says of it.
    public let spoken: Phrase

    public var id: Int { start }
  }

  /// Night or nap.
  public let kind: Night.Kind
  /// The day of waking up.
  public let date: CalendarDate
  /// Falling asleep, by the clock on the wall.
  public let start: WallClock
  /// Waking up.
  public let end: WallClock
  /// The stages, from falling asleep to waking up.
  public let segments: [Segment]
  /// Minutes from falling asleep to waking up.
  public let minutes: Int
  /// Whether the device told stages.
  public let hasStages: Bool
  /// "23:10 – 06:45".
  public let times: Phrase
  /// The numbers under the hypnogram.
  public let figures: [Figure]
  /// Labels for the axis of time: full hours.
  public let marks: [ChartLabel]
  /// What VoiceOver says of the hypnogram.
  public let spoken: Phrase
  /// Where it comes from.
  public let origin: ExplainSubject

  public var id: WallClock { start }

  /// What it is called.
  public var title: Phrase { kind == .night ? Phrase("Night") : Phrase("Nap") }

  /// The rows of a hypnogram, the highest first.
  public static let rows: [SleepStage] = [.awake, .rem, .light, .deep]

  /// The picture of a night or nap.
  public init(_ night: Night) {
    kind = night.kind
    date = night.end.date
    start = night.start
    end = night.end
    minutes = night.minutes
    origin = .night(night)
    hasStages = night.hasStages
    var minute = 0
    segments = night.stages.map { stretch in
      defer { minute += stretch.minutes }
      let name = stretch.stage?.title ?? Phrase("No stage")
      return Segment(
        start: minute, end: minute + stretch.minutes, stage: stretch.stage,
        spoken: Phrase(
          "\(name), \(MeasureWords.duration(minutes: stretch.minutes)) from \(night.start.adding(minutes: minute).time)"
        ))
    }
    times = Phrase("\(night.start.time) – \(night.end.time)")
    marks = Self.hours(from: night.start, minutes: night.minutes)
    let origin = origin
    guard hasStages else {
      figures = [
        Figure(
          "length", Phrase("Length"), MeasureWords.duration(minutes: night.minutes),
          note: Phrase("The device gave no stages."), origin: origin)
      ]
      spoken = Phrase(
        "From \(night.start.time) to \(night.end.time), \(MeasureWords.duration(minutes: night.minutes)). The device gave no stages."
      )
      return
    }
    let known = max(1, SleepStage.allCases.reduce(0) { $0 + night.minutes(in: $1) })
    let asleep = MeasureWords.duration(minutes: night.minutesAsleep)
    figures =
      [
        Figure(
          "asleep", Phrase("Asleep"), asleep, note: Phrase("Stages are the device's estimate."), origin: origin)
      ]
      + Self.rows.reversed().map { stage in
        let minutes = night.minutes(in: stage)
        return Figure(
          stage.rawValue, stage.title,
          Phrase("\(MeasureWords.duration(minutes: minutes)) (\((minutes * 100 + known / 2) / known) %)"),
          origin: origin)
      }
    let parts = Self.rows.reversed().map {
      Phrase("\($0.title) \(MeasureWords.duration(minutes: night.minutes(in: $0)))")
    }
    spoken = Phrase(
      "From \(night.start.time) to \(night.end.time), \(asleep) asleep: \(Phrase.list(parts) ?? Phrase(verbatim: "")).")
  }

  /// Full hours within a night: every one of a short one, every second of a long one.
  private static func hours(from start: WallClock, minutes: Int) -> [ChartLabel] {
    let first = (60 - start.time.minute) % 60
    let step = minutes > 300 ? 120 : 60
    return stride(from: first, through: max(first, minutes), by: step).filter { $0 <= minutes }.map {
      ChartLabel($0, Phrase("\(start.adding(minutes: $0).time)"))
    }
  }
}
