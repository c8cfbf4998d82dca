public import HaloHealth
import HaloJournal
public import HaloReports

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

  /// The metric.
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

  /// Creates the picture of the period that ends with `last`; `nil` without data.
  init?(_ metric: Metric, _ reports: Reports, _ last: CalendarDate, _ span: DaySpan) throws {
    let (first, length) = (span.first(to: last), span.rawValue)
    let trend = try reports.trend(of: metric, from: first, to: last)
    func value(_ value: Double) -> Phrase {
      MeasureWording.value(MeasureWording.rounded(value, of: metric), of: metric)
    }
    days = trend.low.map { low in
      let (date, high) = (low.date, trend.high.first { $0.date == low.date } ?? low)
      // A tenth is more precise than any of these measurements.
      let average = ((low.average + high.average) * 5).rounded() / 10
      return Day(
        date: date, place: date.daysSince1970 - first.daysSince1970, low: low.minimum, average: average,
        high: high.maximum,
        voiceOverText: Phrase(
          "\(date, .full): between \(value(low.minimum)) and \(value(high.maximum)), \(value(average)) on average."))
    }
    guard let lowest = days.map(\.low).min(), let highest = days.map(\.high).max() else { return nil }
    self.metric = metric
    self.length = length
    marks = Self.marks(from: first, length: length)
    voiceOverText = Phrase(
      "\(metric.title) on \(days.count) of \(length) days: between \(value(lowest)) and \(value(highest)).")
  }

  /// Returns the labels: every day of a week, every seventh day of a month.
  private static func marks(from first: CalendarDate, length: Int) -> [ChartLabel] {
    stride(from: 0, to: length, by: length > 10 ? 7 : 1).map {
      let date = first.adding(days: $0)
      return ChartLabel($0, length > 10 ? Phrase("\(date, .day)") : Phrase("\(date, .weekday)"))
    }
  }
}
