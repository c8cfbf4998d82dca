public import HaloHealth
public import HaloReports

/// The heart rate by day, prepared for a chart and VoiceOver.
public struct TrendPicture: Sendable, Hashable {
  /// A day.
  public struct Day: Sendable, Hashable, Identifiable {
    /// The day.
    public let date: CalendarDate
    /// The position in the chart, from 0.
    public let place: Int
    /// The label of the day.
    public let label: Phrase
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
  public var metric: Metric { .heartRate }
  /// The days with data, in order.
  public let days: [Day]
  /// The number of days in the chart, with or without data.
  public let length: Int
  /// The labels of the axis.
  public let marks: [ChartLabel]
  /// The VoiceOver text of the chart.
  public let voiceOverText: Phrase
  /// The average resting heart rate and HRV, compared with earlier days; `nil` if too few days have them.
  public let summary: Phrase?

  /// Returns the text of the day at a position in the chart, which a person selects; `nil` if it has no data.
  public func selection(at place: Int) -> Phrase? { days.first { $0.place == place }?.voiceOverText }

  /// Creates the picture of a report; `nil` without heart rate data.
  init?(_ report: HeartPeriodReport, _ words: MeasureWording) {
    let (all, length) = (report.days, report.days.date.count)
    func value(_ value: Double) -> Phrase { words.value(value.rounded(), of: Metric.heartRate) }
    days = all.date.indices.compactMap { place in
      guard let low = all.low[place], let average = all.average[place], let high = all.high[place] else { return nil }
      return Day(
        date: all.date[place], place: place, label: Self.label(all.date[place], length), low: low, average: average,
        high: high,
        voiceOverText: Phrase(
          "\(all.date[place], .full): between \(value(low)) and \(value(high)), \(value(average)) on average."))
    }
    guard let lowest = days.map(\.low).min(), let highest = days.map(\.high).max() else { return nil }
    self.length = length
    summary = report.summary
    marks = Self.marks(from: report.from, length: length)
    voiceOverText = Phrase(
      "\(Metric.heartRate.title) on \(days.count) of \(length) days: between \(value(lowest)) and \(value(highest)).")
  }

  /// Returns the labels: every day of a week, every seventh day of a month.
  static func marks(from first: CalendarDate, length: Int) -> [ChartLabel] {
    stride(from: 0, to: length, by: length > 10 ? 7 : 1).map {
      ChartLabel($0, label(first.adding(days: $0), length))
    }
  }

  private static func label(_ date: CalendarDate, _ length: Int) -> Phrase {
    length > 10 ? Phrase("\(date, .day)") : Phrase("\(date, .weekday)")
  }
}
