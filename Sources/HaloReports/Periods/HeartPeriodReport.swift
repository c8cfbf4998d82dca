public import HaloHealth
public import HaloInsights

/// Heart data of a range of days, compared with the same number of days before.
public struct HeartPeriodReport: Codable, Sendable, Hashable {
  /// The days in order, as columns of the same length.
  public struct Days: Codable, Sendable, Hashable {
    /// The days.
    public let date: [CalendarDate]
    /// Lowest heart rate of each day, in beats per minute; `nil` if none was logged.
    public let low: [Double?]
    /// Mean heart rate of each day, rounded to tenths.
    public let average: [Double?]
    /// Highest heart rate of each day.
    public let high: [Double?]
    /// Resting heart rate of each day, in beats per minute.
    public let resting: [Double?]
    /// Overnight HRV of each day, in milliseconds.
    public let hrv: [Double?]
    /// The coverage of each day; `nil` without ``ReportDetail/samples``.
    public let coverage: [CoverageReport?]?
  }

  /// The baseline for each day, as columns of the same length.
  public struct Baseline: Codable, Sendable, Hashable {
    /// The median of the preceding days.
    public let usual: [Double?]
    /// A spread below the baseline.
    public let low: [Double?]
    /// A spread above the baseline.
    public let high: [Double?]
  }

  /// A value for resting heart rate and one for overnight HRV.
  public struct Pair<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    /// The value for resting heart rate.
    public let resting: Value?
    /// The value for overnight HRV.
    public let hrv: Value?
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// The days.
  public let days: Days
  /// The baselines.
  public let baselines: Pair<Baseline>
  /// Means of the days; `nil` if fewer than half of the days with data have a value.
  public let averages: Pair<PeriodComparison.Mean>
  /// Means of the same number of days before, if at least half of them have a value. For at most 31 days.
  public let before: Pair<PeriodComparison.Mean>
  /// The newest values compared with their baselines.
  public let trends: [TrendReport]
  /// The means compared with those before, in words; `nil` if too few days have a value.
  public let summary: Phrase?
}
