public import HaloHealth
public import HaloReports

/// The heart rate day by day, ready for a chart and for VoiceOver.
public struct TrendPicture: Sendable, Hashable {
  /// A day.
  public struct Day: Sendable, Hashable, Identifiable {
    /// The day.
    public let date: CalendarDate
    /// Its place in the chart, from 0.
    public let place: Int
    /// Its label.
    public let label: Phrase
    /// Lowest, mean and highest value.
    public let low: Double
    public let average: Double
    public let high: Double
    /// What VoiceOver says of it.
    public let spoken: Phrase

    public var id: CalendarDate { date }
  }

  /// What was measured.
  public var metric: Metric { .heartRate }
  /// The days of which something is known, in order.
  public let days: [Day]
  /// How many days the chart shows, known or not.
  public let length: Int
  /// Labels for the axis.
  public let marks: [ChartLabel]
  /// What VoiceOver says of the chart.
  public let spoken: Phrase
  /// Resting heart rate and HRV on average, beside the days before; `nil` if too few days have them.
  public let summary: Phrase?

  /// The days of a report; `nil` if no heart rate of them is known.
  init?(_ report: HeartPeriodReport, _ words: MeasureWords) {
    let (all, length) = (report.days, report.days.date.count)
    func value(_ value: Double) -> Phrase { words.value(value.rounded(), of: Metric.heartRate) }
    days = all.date.indices.compactMap { place in
      guard let low = all.low[place], let average = all.average[place], let high = all.high[place] else { return nil }
      return Day(
        date: all.date[place], place: place, label: Self.label(all.date[place], length), low: low, average: average,
        high: high,
        spoken: Phrase(
          "\(all.date[place], .full): between \(value(low)) and \(value(high)), \(value(average)) on average."))
    }
    guard let lowest = days.map(\.low).min(), let highest = days.map(\.high).max() else { return nil }
    self.length = length
    summary = report.summary
    marks = Self.marks(from: report.from, length: length)
    spoken = Phrase(
      "\(Metric.heartRate.title) on \(days.count) of \(length) days: between \(value(lowest)) and \(value(highest)).")
  }

  /// Labels of days: each of a week, each seventh of a month.
  static func marks(from first: CalendarDate, length: Int) -> [ChartLabel] {
    stride(from: 0, to: length, by: length > 10 ? 7 : 1).map {
      ChartLabel($0, label(first.adding(days: $0), length))
    }
  }

  private static func label(_ date: CalendarDate, _ length: Int) -> Phrase {
    length > 10 ? Phrase("\(date, .day)") : Phrase("\(date, .weekday)")
  }
}
