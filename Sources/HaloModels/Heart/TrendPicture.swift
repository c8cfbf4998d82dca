/// A metric by day, prepared for a chart and VoiceOver.
public struct TrendPicture: Sendable, Hashable, Identifiable {
  /// A day.
  public struct Day: Sendable, Hashable, Identifiable {
    /// The day.
    public let date: CalendarDate
    /// The position in the chart, from 0.
    public let place: Int
    /// The minimum, mean and maximum.
    public let low: Double
    /// The mean.
    public let average: Double
    /// The maximum.
    public let high: Double
    /// The VoiceOver text.
    public let voiceOverText: Phrase

    /// The day.
    public var id: CalendarDate { date }
  }

  public let metric: Metric
  /// The days with data, in order.
  public let days: [Day]
  /// The number of days in the chart, with or without data.
  public let length: Int
  /// The labels of the axis.
  public let marks: [ChartLabel]
  /// The VoiceOver text of the chart.
  public let voiceOverText: Phrase

  /// The metric.
  public var id: Metric { metric }

  /// Returns the text of the day at a position in the chart, which a person selects; `nil` if it has no data.
  public func selection(at place: Int) -> Phrase? { days.first { $0.place == place }?.voiceOverText }

  /// Creates the picture of a period's series.
  init(_ series: PeriodSeries, _ dates: [CalendarDate]) {
    let metric = series.id
    let length = dates.count
    func value(_ value: Double) -> Phrase {
      MeasureWording.value(MeasureWording.rounded(value, of: metric), of: metric)
    }
    days = dates.enumerated().compactMap { place, date in
      guard let low = series.low[place], let average = series.average[place], let high = series.high[place] else {
        return nil
      }
      return Day(
        date: date, place: place, low: low, average: average, high: high,
        voiceOverText: Phrase(
          "\(date, .full): between \(value(low)) and \(value(high)), \(MeasureWording.average(average, of: metric))."
        ))
    }
    let lowest = days.map(\.low).min() ?? 0
    let highest = days.map(\.high).max() ?? 0
    self.metric = metric
    self.length = length
    marks = Self.marks(dates)
    voiceOverText = Phrase(
      "\(series.name) on \(days.count) of \(length) days: between \(value(lowest)) and \(value(highest)).")
  }

  /// Returns the labels: every day of a week, every seventh day of a month.
  private static func marks(_ dates: [CalendarDate]) -> [ChartLabel] {
    stride(from: 0, to: dates.count, by: dates.count > 10 ? 7 : 1).map { index in
      ChartLabel(index, dates.count > 10 ? Phrase("\(dates[index], .day)") : Phrase("\(dates[index], .weekday)"))
    }
  }
}
