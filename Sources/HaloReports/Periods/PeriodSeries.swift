/// The lowest, mean and highest value of a metric on each day of a period.
public struct PeriodSeries: Codable, Sendable, Hashable, Identifiable {
  /// The metric.
  @ExportedMetric public var id: Metric
  /// The display name.
  public let name: Phrase
  /// The unit of the values.
  public let unit: Unit
  /// The lowest value of each day; `nil` without values.
  public let low: [Double?]
  /// The mean of each day, rounded to tenths.
  public let average: [Double?]
  /// The highest value of each day.
  public let high: [Double?]
  /// The texts of the ranges; `nil` with ``ReportDetail/samples``.
  public let texts: ValueTexts?
  /// The texts of the means; `nil` with ``ReportDetail/samples``.
  public let averageTexts: ValueTexts?

  /// Creates a series of `metric`, which is shown for `id`, from the statistics of the lowest and of the highest
  /// values; `nil` if no day has any.
  init?(
    _ metric: Metric, at id: Metric, _ dates: [CalendarDate], low: [CalendarDate: DayStatistics],
    high: [CalendarDate: DayStatistics],
    _ detail: ReportDetail
  ) {
    guard !low.isEmpty else { return nil }
    _id = ExportedMetric(wrappedValue: id)
    name = metric.title
    unit = metric.unit
    self.low = dates.map { low[$0]?.minimum }
    average = dates.map { date -> Double? in
      guard let lowest = low[date] else { return nil }
      // A tenth is more precise than any of these measurements.
      return metric.mean(low: lowest.average, high: (high[date] ?? lowest).average).rounded(parts: 10)
    }
    self.high = dates.map { (high[$0] ?? low[$0])?.maximum }
    texts = detail == .samples ? nil : ValueTexts(self.low, self.high, of: metric)
    averageTexts = detail == .samples ? nil : ValueTexts(means: average, of: metric)
  }
}
