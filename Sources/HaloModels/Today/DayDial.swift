/// A day as a dial of 24 hours with midnight at the top: sleep on the ring, steps outside.
public struct DayDial: Sendable, Hashable {
  /// A part of the dial.
  public struct Arc: Sendable, Hashable, Identifiable {
    /// The beginning, in minutes after midnight.
    public let start: Int
    /// The end, in minutes after midnight, at most 1440.
    public let end: Int
    /// The stage of sleep; `nil` for steps, and for sleep without stages.
    public let stage: SleepStage?
    /// Steps relative to the day's busiest interval, 0…1; 0 for sleep.
    public let height: Double

    /// The beginning, which is unique within its kind.
    public var id: Int { start }
  }

  /// The sleep of the day, from midnight on.
  public let sleep: [Arc]
  /// The intervals with steps.
  public let steps: [Arc]
  /// The VoiceOver text.
  public let voiceOverText: Phrase

  /// Creates the dial of a day; `nil` without sleep and steps.
  init?(_ day: DayReport) {
    let sleep = (day.nights + day.naps).flatMap { Self.arcs(NightPicture($0), on: day.date) }.sorted {
      $0.start < $1.start
    }
    let steps = day.series(.steps).map(Self.arcs) ?? []
    guard !sleep.isEmpty || !steps.isEmpty else { return nil }
    self.sleep = sleep
    self.steps = steps
    let asleep = sleep.filter { $0.stage != .awake }.reduce(0) { $0 + $1.end - $1.start }
    let busiest = steps.max { $0.height < $1.height }
    let sentences = [
      asleep > 0 ? Phrase("Asleep for \(MeasureWording.duration(minutes: asleep)) since midnight.") : nil,
      busiest.map { Phrase("Most steps from \(TimeOfDay(minutes: $0.start)).") },
    ]
    voiceOverText = Phrase.sentences(sentences.compactMap(\.self)) ?? Phrase("No sleep since midnight.")
  }

  private static func arcs(_ night: NightPicture, on day: CalendarDate) -> [Arc] {
    // The minute of falling asleep, negative on the day before.
    let begin = (night.start.date.daysSince1970 - day.daysSince1970) * 1440 + night.start.time.minutes
    let parts =
      night.hasStages
      ? night.segments.map { (begin + $0.start, begin + $0.end, $0.stage) } : [(begin, begin + night.minutes, nil)]
    return parts.compactMap { start, end, stage in
      let start = max(0, start)
      let end = min(1440, end)
      return start < end ? Arc(start: start, end: end, stage: stage, height: 0) : nil
    }
  }

  private static func arcs(_ steps: SeriesReport) -> [Arc] {
    let most = max(steps.low.max() ?? 0, 200)
    let length = (steps.interval ?? 900) / 60
    return steps.times.indices.filter { steps.low[$0] > 0 }.map { index in
      let start = steps.time(at: index).time.minutes
      return Arc(
        start: start, end: min(1440, start + length), stage: nil, height: (steps.low[index] / most).squareRoot())
    }
  }
}
