public import HaloHealth
public import HaloInsights

/// All that is known of a day. Front ends lay it out; its JSON is that of `halo today --json` (`docs/days-as-json.md`).
///
/// What is not known is `nil`, and left out in JSON; ``missing`` and the figures say why.
public struct DayReport: Codable, Sendable, Hashable {
  /// Steps and what goes with them.
  public struct Movement: Codable, Sendable, Hashable {
    /// Steps within an interval, as `--json` prints them.
    public struct Interval: Codable, Sendable, Hashable {
      public let time: TimeOfDay
      public let minutes: Int
      public let steps: Int
    }

    /// Whether the numbers are the device's own total or the sum of its log.
    public let basis: DaySummary.Movement.Basis
    /// Steps.
    public let steps: Int
    /// Distance in metres, as the device estimates it.
    public let meters: Int
    /// Energy spent moving in kilocalories, as the device estimates it.
    public let kilocalories: Double
    /// Minutes of activity; `nil` if the device does not say.
    public let activeMinutes: Int?
    /// Steps by intervals; `nil` unless the report was asked for them.
    public let intervals: [Interval]?
    /// The frames that it came in; `nil` unless the report was asked for them.
    public let from: [Int]?
  }

  /// Why a part of the day is not known.
  public struct Unknown: Codable, Sendable, Hashable {
    /// The reason.
    public let reason: GapReason
    /// The reason as a sentence.
    public let words: Phrase
  }

  /// The day on the wearer's wall clock.
  public let date: CalendarDate
  /// Its midnight, and the next one.
  public let start: LocalTime
  public let end: LocalTime
  /// Whether the day is over and known to its end.
  public let complete: Bool
  /// Steps, distance and energy.
  public let movement: Movement?
  /// The main sleep that ended on this day, and what the device calls a night beside it.
  public let nights: [SleepReport]
  /// The other sleeps that ended on this day.
  public let naps: [SleepReport]
  /// Heart rate.
  public let heartRate: SeriesReport?
  /// Blood oxygen.
  public let oxygen: SeriesReport?
  /// The device's own stress score.
  public let stress: SeriesReport?
  /// HRV: the device's own values, or RMSSD if it has none.
  public let heartRateVariability: SeriesReport?
  /// Skin temperature.
  public let skinTemperature: SeriesReport?
  /// Steps by intervals.
  public let steps: SeriesReport?
  /// Speed and cadence, of days with a ride.
  public let speed: SeriesReport?
  public let cadence: SeriesReport?
  /// The charge of the devices' batteries.
  public let battery: SeriesReport?
  /// What was computed of the day; `nil` if nothing was.
  public let insights: [DerivedMetric: InsightReport]?
  /// The state of the night's record; `nil` of a file.
  public let night: NightAccount?
  /// How much of the day its numbers cover; `nil` if nothing is known of it.
  public let coverage: CoverageReport?
  /// Why parts of the day are not known, by their names in JSON.
  public let unknown: [String: Unknown]
  /// What is missing of the day, and why.
  public let missing: [MissingReport]
  /// The numbers of the day, each with its goal, its comparison with what is usual, and its explanation.
  public let figures: [Figure]

  /// The main sleep.
  public var mainSleep: SleepReport? { nights.first(where: \.main) }
  /// Whether nothing at all is known of the day.
  public var isEmpty: Bool {
    movement == nil && nights.isEmpty && naps.isEmpty && series.allSatisfy { $0 == nil }
  }
  /// The figure of that identity.
  public func figure(_ id: String) -> Figure? { figures.first { $0.id == id } }

  /// The frames that all parts came in, if the report was asked for them.
  public var frames: [Int] {
    ([movement?.from] + series.map { $0?.from } + (nights + naps).map(\.from)).flatMap { $0 ?? [] }
  }

  private var series: [SeriesReport?] {
    [heartRate, oxygen, stress, heartRateVariability, skinTemperature, steps, speed, cadence, battery]
  }
}
