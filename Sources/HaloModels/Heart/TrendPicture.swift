public import HaloHealth
import HaloJournal
public import HaloReports

/// A metric day by day, ready for a chart and for VoiceOver.
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
  public let metric: Metric
  /// The days of which something is known, in order.
  public let days: [Day]
  /// How many days the chart shows, known or not.
  public let length: Int
  /// Labels for the axis.
  public let marks: [ChartLabel]
  /// What VoiceOver says of the chart.
  public let spoken: Phrase

  /// Days from `first` on; `nil` where nothing is known of any.
  init?(_ metric: Metric, _ statistics: [DayStatistics], from first: CalendarDate, length: Int, _ words: MeasureWords) {
    let known = statistics.filter { (0..<length).contains($0.date.daysSince1970 - first.daysSince1970) }
    guard let lowest = known.map(\.minimum).min(), let highest = known.map(\.maximum).max() else { return nil }
    self.metric = metric
    self.length = length
    func value(_ value: Double) -> Phrase { words.value(value.rounded(), of: metric) }
    days = known.map { day in
      Day(
        date: day.date, place: day.date.daysSince1970 - first.daysSince1970, label: Self.label(day.date, length),
        low: day.minimum, average: day.average, high: day.maximum,
        spoken: Phrase(
          "\(day.date, .full): between \(value(day.minimum)) and \(value(day.maximum)), \(value(day.average)) on average."
        ))
    }
    marks = Self.marks(from: first, length: length)
    spoken = Phrase(
      "\(metric.title) on \(known.count) of \(length) days: between \(value(lowest)) and \(value(highest)).")
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
