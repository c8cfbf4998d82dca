public import HaloHealth

/// The heart from one day to another, beside as many days before. Front ends lay it out.
public struct HeartPeriodReport: Codable, Sendable, Hashable {
  /// The days in order, each day there, as columns of the same length.
  public struct Days: Codable, Sendable, Hashable {
    /// The days.
    public let date: [CalendarDate]
    /// Lowest, mean and highest heart rate of each day in beats a minute, the mean to a tenth; `nil` if none was logged.
    public let low: [Double?]
    public let average: [Double?]
    public let high: [Double?]
    /// Resting heart rate of each day in beats a minute.
    public let resting: [Double?]
    /// Overnight HRV of each day in milliseconds.
    public let hrv: [Double?]
    /// How much of each day its numbers cover; `nil` unless the report was asked for it.
    public let coverage: [CoverageReport?]?
  }

  /// What was usual on each of the days, as columns of the same length.
  public struct Baseline: Codable, Sendable, Hashable {
    /// The median of the days before.
    public let usual: [Double?]
    /// Two spreads below it, and above it.
    public let low: [Double?]
    public let high: [Double?]
  }

  /// Something about the resting heart rate, and the same about overnight HRV.
  public struct Pair<Value: Codable & Sendable & Hashable>: Codable, Sendable, Hashable {
    /// Of the resting heart rate.
    public let resting: Value?
    /// Of overnight HRV.
    public let hrv: Value?
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  /// The days.
  public let days: Days
  /// What was usual.
  public let baselines: Pair<Baseline>
  /// Means of the days.
  public let averages: Pair<Double>
  /// Means of as many days before, if half of them or more have a value. Of at most 31 days.
  public let before: Pair<Double>
  /// The newest values beside what is usual.
  public let trends: [TrendReport]
  /// The means beside those before, in words; `nil` if too few days have a value.
  public let summary: Phrase?
}
