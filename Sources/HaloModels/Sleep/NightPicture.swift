/// A night or a nap, prepared for a hypnogram and VoiceOver.
public struct NightPicture: Sendable, Hashable, Identifiable {
  /// A period in one stage.
  public struct Segment: Sendable, Hashable, Identifiable {
    /// The start, in minutes after falling asleep.
    public let start: Int
    /// The end, in minutes after falling asleep.
    public let end: Int
    /// The stage; `nil` if the device reported none.
    public let stage: SleepStage?
    /// The VoiceOver text.
    public let voiceOverText: Phrase

    /// The start, which is unique within a sleep.
    public var id: Int { start }
  }

  /// True for a nap: not the main sleep of the day, and classified as a nap by the device.
  public let isNap: Bool
  /// The day of waking up.
  public let date: CalendarDate
  /// The time of falling asleep, in local time.
  public let start: WallClock
  /// The time of waking up, in local time.
  public let end: WallClock
  /// The stages, from falling asleep to waking up.
  public let segments: [Segment]
  /// The minutes from falling asleep to waking up.
  public let minutes: Int
  /// True if the device reported stages.
  public let hasStages: Bool
  /// The times, such as "23:10 – 06:45".
  public let times: Phrase
  /// The figures below the hypnogram.
  public let figures: [Fact]
  /// The labels of the time axis: full hours.
  public let marks: [ChartLabel]
  /// The VoiceOver text of the hypnogram.
  public let voiceOverText: Phrase
  /// The subject for the Explain screen.
  public let origin: ExplainSubject?

  /// The time of falling asleep.
  public var id: WallClock { start }

  /// The title, "Night" or "Nap".
  public var title: Phrase { isNap ? Phrase("Nap") : Phrase("Night") }

  /// Returns the text of the segment at a minute after falling asleep, which a person selects in the hypnogram; `nil`
  /// outside of the sleep.
  public func selection(at minute: Int) -> Phrase? {
    segments.first { ($0.start..<$0.end).contains(minute) }?.voiceOverText
  }

  /// The rows of a hypnogram, from top to bottom.
  public static let rows: [SleepStage] = [.awake, .rem, .light, .deep]

  /// Creates the picture of a night or nap.
  init(_ sleep: SleepReport) {
    isNap = !sleep.main && sleep.kind == .nap
    date = sleep.end.date
    start = sleep.start.wallClock
    end = sleep.end.wallClock
    minutes = sleep.minutes
    hasStages = sleep.hasStages
    let origin = sleep.explain.flatMap { ExplainSubject($0) }
    self.origin = origin
    var minute = 0
    segments = sleep.stages.map { stretch in
      defer { minute += stretch.minutes }
      let name = stretch.stage?.title ?? Phrase("No stage")
      return Segment(
        start: minute, end: minute + stretch.minutes, stage: stretch.stage,
        voiceOverText: Phrase("\(name), \(MeasureWording.duration(minutes: stretch.minutes)) from \(stretch.start)"))
    }
    times = Phrase("\(start.time) – \(end.time)")
    marks = Self.hours(from: start, minutes: minutes)
    guard hasStages else {
      figures = [
        Fact(
          "length", sleep.minutesAsleep < minutes ? Phrase("Asleep") : Phrase("Length"),
          MeasureWording.duration(minutes: sleep.minutesAsleep), note: Phrase("The device gave no stages."),
          origin: origin)
      ]
      voiceOverText = Phrase(
        "From \(start.time) to \(end.time), \(MeasureWording.duration(minutes: minutes)). The device gave no stages."
      )
      return
    }
    let known = max(1, SleepStage.allCases.reduce(0) { $0 + sleep.minutes(in: $1) })
    let asleep = MeasureWording.duration(minutes: sleep.minutesAsleep)
    figures =
      [
        Fact(
          "asleep", Phrase("Asleep"), asleep, note: Phrase("Stages are the device's estimate."), origin: origin)
      ]
      + Self.rows.reversed().map { stage in
        let minutes = sleep.minutes(in: stage)
        return Fact(
          stage.rawValue, stage.title,
          Phrase("\(MeasureWording.duration(minutes: minutes)) (\((minutes * 100 + known / 2) / known) %)"),
          origin: origin)
      }
    let parts = Self.rows.reversed().map {
      Phrase("\($0.title) \(MeasureWording.duration(minutes: sleep.minutes(in: $0)))")
    }
    voiceOverText = Phrase(
      "From \(start.time) to \(end.time), \(asleep) asleep: \(Phrase.list(parts) ?? Phrase(verbatim: "")).")
  }

  /// Returns the full hours within a night: every hour of a short one, every second hour of a long one.
  private static func hours(from start: WallClock, minutes: Int) -> [ChartLabel] {
    let first = (60 - start.time.minute) % 60
    let step = minutes > 300 ? 120 : 60
    return stride(from: first, through: max(first, minutes), by: step).filter { $0 <= minutes }.map {
      ChartLabel($0, Phrase("\(start.adding(minutes: $0).time)"))
    }
  }
}
