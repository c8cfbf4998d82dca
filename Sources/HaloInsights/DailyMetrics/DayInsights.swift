public import HaloHealth

/// What is computed of a day of a wearer: values out of the journal, each with what it was computed from.
public struct DayInsights: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The values, by what they say. Absent is what could not be computed.
  public let values: [DerivedMetric: DerivedValue]
  /// Values beside what is usual for the wearer, where that is known.
  public let trends: [DerivedMetric: Trend]
  /// Why what is usual is not known for values that would be compared with it.
  public let withoutTrend: [DerivedMetric: InsightGap]
  /// Whether the day is later than all of which anything was computed, and a sync may still tell of it.
  public let isAhead: Bool

  /// A day.
  public init(
    date: CalendarDate, values: [DerivedMetric: DerivedValue], trends: [DerivedMetric: Trend],
    withoutTrend: [DerivedMetric: InsightGap] = [:], isAhead: Bool = false
  ) {
    self.date = date
    self.values = values
    self.trends = trends
    self.withoutTrend = withoutTrend
    self.isAhead = isAhead
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
  /// What became of the night; `notSyncedYet` where no sync has looked at the day, and `notOver` where it looked before the morning.
  public var nightAccount: NightAccount {
    guard let value = values[.nightAccount] else {
      return values.isEmpty ? (isAhead ? .notSyncedYet : .unknown) : .notOver
    }
    return NightAccount(code: Int(value.value)) ?? .unknown
  }

  /// Days out of stored values: those from `first` to `last`, and for trends the 60 days before. A day of which nothing is stored is
  /// there too, and empty; after `newest`, where that is said, a sync may still tell of it. The steps of `partial` days and the sleep of nights
  /// that were worn in part are nothing to compare others with.
  public static func days(
    from first: CalendarDate, to last: CalendarDate, in values: [DerivedValue], newest: CalendarDate? = nil,
    partial: Set<CalendarDate> = []
  ) -> [DayInsights] {
    let byDay = Dictionary(grouping: values) { $0.start.wallClock.date }
    let byMetric = Dictionary(grouping: values, by: \.metric)
    let nightsInPart = Set(
      (byMetric[.nightAccount] ?? []).filter { $0.value == NightAccount.inPart }.map(\.start.wallClock.date))
    return stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map { number in
      let date = CalendarDate(daysSince1970: number)
      let here = Dictionary((byDay[date] ?? []).map { ($0.metric, $0) }) { first, _ in first }
      var trends: [DerivedMetric: Trend] = [:]
      var withoutTrend: [DerivedMetric: InsightGap] = [:]
      for (metric, value) in here {
        guard let name = metric.trend else { continue }
        let alike = (byMetric[metric] ?? []).filter {
          InsightAlgorithm.areAlike($0.algorithm, value.algorithm)
            && !((metric == .dailySteps && partial.contains($0.start.wallClock.date))
              || (metric == .timeAsleep && nightsInPart.contains($0.start.wallClock.date)))
        }
        do throws(InsightGap) {
          let baseline = try Baseline(on: date, alike.map { ($0.start.wallClock.date, $0.value) })
          // Where none is stored, as of the steps of a day that is not over, none is shown.
          if here[name] != nil { trends[metric] = baseline.trend(of: value.value) }
        } catch {
          withoutTrend[metric] = error
        }
      }
      return DayInsights(
        date: date, values: here, trends: trends, withoutTrend: withoutTrend,
        isAhead: newest.map { date > $0 } ?? false)
    }
  }
}
