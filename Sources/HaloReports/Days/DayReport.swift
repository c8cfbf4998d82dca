/// All data of a day. Its JSON is that of `halo today --json` (`docs/days-as-json.md`).
///
/// Missing values are `nil` and omitted in JSON; ``missing`` and the figures give the reasons.
public struct DayReport: FiguresAndSeries, Codable, Sendable, Hashable {
  /// Steps, distance and energy of a day.
  public struct Movement: Codable, Sendable, Hashable {
    /// Steps in an interval, as `--json` prints them.
    public struct Interval: Codable, Sendable, Hashable {
      /// Start of the interval.
      public let time: TimeOfDay
      /// Length of the interval, in minutes.
      public let minutes: Int
      /// Steps in the interval.
      public let steps: Int
    }

    /// True if the numbers are the device's own total or the sum of its log.
    public let basis: DayMovement.Basis
    /// Steps; `nil` if none were reported.
    public let steps: Int?
    /// Distance in meters, estimated by the device; `nil` if none was reported.
    public let meters: Int?
    /// Active energy in kilocalories, estimated by the device; `nil` if none was reported.
    public let kilocalories: Double?
    /// Active minutes; `nil` if the device does not report them.
    public let activeMinutes: Int?
    /// Steps by interval; `nil` without ``ReportDetail/samples``.
    public let intervals: [Interval]?
    /// The source frames; `nil` without ``ReportDetail/samples``.
    public let from: [Int]?
  }

  /// The day on the wearer's wall clock.
  public let date: CalendarDate
  /// Midnight at the start of the day.
  public let start: LocalTime
  /// Midnight at the end of the day.
  public let end: LocalTime
  /// True if the day is over and has data until its end.
  public let complete: Bool
  /// Steps, distance and energy.
  public let movement: Movement?
  /// The main sleep that ended on this day, and other sleeps that the device classified as nights.
  public let nights: [SleepReport]
  /// The other sleeps that ended on this day.
  public let naps: [SleepReport]
  /// The series with values, in display order.
  public let series: [SeriesReport]
  /// The computed values of the day, or `nil`.
  public let insights: [DerivedMetric: InsightReport]?
  /// The status of the night's data; `nil` for a file.
  public let night: NightOutcome?
  /// The coverage of the day; `nil` if there is no data.
  public let coverage: CoverageReport?
  /// Why there is no main sleep; `nil` if there is one, and for a file.
  public let nightReason: Phrase?
  /// Why series have no values, in display order.
  public let unknown: [UnknownSeries]
  /// The missing data of the day, with reasons.
  public let missing: [MissingReport]
  /// The figures of the day, each with its goal, its comparison with the baseline, and its explanation.
  public let figures: [Figure]

  public var mainSleep: SleepReport? { nights.first(where: \.main) }
  /// True if the day has no data at all.
  public var isEmpty: Bool { movement == nil && nights.isEmpty && naps.isEmpty && series.isEmpty }
  /// Returns why a metric has no values; `nil` if it has some, or none are expected.
  public func unknown(_ id: Metric) -> UnknownSeries? { unknown.first { $0.id == id } }

  /// The source frames of all parts, with ``ReportDetail/samples``.
  public var frames: [Int] {
    ([movement?.from] + series.map(\.from) + (nights + naps).map(\.from)).flatMap { $0 ?? [] }
  }
}
