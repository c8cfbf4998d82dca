public import HaloHealth

/// What is computed of a day of a wearer: values out of the journal, each with what it was computed from.
public struct DayInsights: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The values, by what they say. Absent is what could not be computed.
  public let values: [DerivedMetric: DerivedValue]
  /// Values beside what is usual for the wearer, where that is known.
  public let trends: [DerivedMetric: Trend]

  /// A day.
  public init(date: CalendarDate, values: [DerivedMetric: DerivedValue], trends: [DerivedMetric: Trend]) {
    self.date = date
    self.values = values
    self.trends = trends
  }

  /// Resting heart rate in beats a minute.
  public var restingHeartRate: DerivedValue? { values[.restingHeartRate] }
  /// Heart-rate variability of the night in milliseconds.
  public var heartRateVariability: DerivedValue? { values[.nightHeartRateVariability] }
  /// Minutes asleep in the main sleep.
  public var timeAsleep: DerivedValue? { values[.timeAsleep] }
  /// The Sleep Regularity Index, −100…100.
  public var sleepRegularity: DerivedValue? { values[.sleepRegularity] }
  /// Steps.
  public var steps: DerivedValue? { values[.dailySteps] }
  /// What became of the night; `notSyncedYet` where no sync has looked at the day.
  public var nightAccount: NightAccount {
    guard let value = values[.nightAccount] else { return values.isEmpty ? .notSyncedYet : .unknown }
    return NightAccount(code: Int(value.value)) ?? .unknown
  }

  /// Days out of stored values: those from `first` to `last`, and for trends the 60 days before. A day of which nothing is stored is
  /// there too, and empty.
  public static func days(
    from first: CalendarDate, to last: CalendarDate, in values: [DerivedValue]
  ) -> [DayInsights] {
    let byDay = Dictionary(grouping: values) { $0.start.wallClock.date }
    let byMetric = Dictionary(grouping: values, by: \.metric)
    return stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map { number in
      let date = CalendarDate(daysSince1970: number)
      let here = Dictionary((byDay[date] ?? []).map { ($0.metric, $0) }) { first, _ in first }
      var trends: [DerivedMetric: Trend] = [:]
      for (metric, value) in here {
        // Where none is stored, as of a day that is not over, none is shown.
        guard let name = metric.trend, here[name] != nil else { continue }
        let alike = (byMetric[metric] ?? []).filter { $0.algorithm == value.algorithm }
        trends[metric] = try? Baseline(on: date, alike.map { ($0.start.wallClock.date, $0.value) }).trend(
          of: value.value)
      }
      return DayInsights(date: date, values: here, trends: trends)
    }
  }
}
