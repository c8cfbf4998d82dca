/// Metrics of each day of a period, of the heart or of activity, compared with the same number of days before.
public struct PeriodMetricsReport: Codable, Sendable, Hashable {
  /// The days in order, as columns of the same length.
  public struct Days: Codable, Sendable, Hashable {
    /// The days.
    public let date: [CalendarDate]
    /// True if the day has data until its end and counts in means; `nil` for a report of the heart.
    public let complete: [Bool]?
    /// The coverage of each day; `nil` without ``ReportDetail/samples``.
    public let coverage: [CoverageReport?]?
  }

  /// The first day.
  public let from: CalendarDate
  /// The last day.
  public let to: CalendarDate
  public let days: Days
  /// The measured metrics with values, in display order.
  public let series: [PeriodSeries]
  /// The figures, in display order.
  public let metrics: [PeriodMetric]
  /// The means compared with those before, and with the goal, in words; `nil` if too few days have a value.
  public let summary: Phrase?

  /// Returns a metric's values; `nil` without values.
  public func series(_ id: Metric) -> PeriodSeries? { series.first { $0.id == id } }
  /// Returns the figure with this id.
  public func metric(_ id: FigureID) -> PeriodMetric? { metrics.first { $0.id == id } }
}
