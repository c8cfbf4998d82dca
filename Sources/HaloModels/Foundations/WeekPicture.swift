/// A week's totals by day, such as steps, prepared for a chart and VoiceOver.
public struct WeekPicture: Sendable, Hashable {
  /// A day.
  public struct Day: Sendable, Hashable, Identifiable {
    /// The day.
    public let date: CalendarDate
    /// The position in the chart, from 0.
    public let place: Int
    /// The total, such as steps or minutes asleep; `nil` if there is no data.
    public let total: Int?
    /// The total in the unit of the chart; `nil` if there is no data.
    public let height: Double?
    /// The label of the day.
    public let label: Phrase
    /// The day and its total: the VoiceOver text, and what the chart shows if a person selects the day.
    public let words: Phrase

    /// The day.
    public var id: CalendarDate { date }
  }

  /// The days, in order, with or without data.
  public let days: [Day]
  /// The goal in the unit of the chart; `nil` if no goal is set.
  public let goal: Double?
  /// The VoiceOver text of the chart.
  public let voiceOverText: Phrase

  /// Creates the picture. The unit of the chart is `unit` times that of the totals and the goal; `words` returns the
  /// text of a total.
  init(
    _ dates: [CalendarDate], _ totals: [Int?], goal: Int?, unit: Int = 1, voiceOverText: Phrase, words: (Int) -> Phrase
  ) {
    func height(_ total: Int) -> Double { Double(total) / Double(unit) }
    days = zip(dates, totals).enumerated().map { place, day in
      let (date, total) = day
      return Day(
        date: date, place: place, total: total, height: total.map(height), label: Phrase("\(date, .weekday)"),
        words: total.map { Phrase("\(date, .full): \(words($0))") } ?? Phrase("\(date, .full): no data"))
    }
    self.goal = goal.map(height)
    self.voiceOverText = voiceOverText
  }

  /// The labels of the axis.
  public var marks: [ChartLabel] { days.map { ChartLabel($0.place, $0.label) } }

  /// Returns the text of the day at a position in the chart, which a person selects; `nil` outside of the week.
  public func selection(at place: Int) -> Phrase? { days.first { $0.place == place }?.words }
}
