/// The computed values of a wearer's day, from the journal, with their inputs.
public struct DayInsights: Sendable, Hashable {
  /// The day.
  public let date: CalendarDate
  /// The values by metric. Values that could not be computed are absent.
  public let values: [DerivedMetric: DerivedValue]
  /// The comparisons with the wearer's baseline, if there is one.
  public let trends: [DerivedMetric: Trend]
  /// The reasons for a missing baseline, for values that would be compared with it.
  public let withoutTrend: [DerivedMetric: InsightGap]
  /// True if the day is later than the newest computed day, so that a sync may still add data.
  public let isAhead: Bool

  /// The outcome of the night: `notSyncedYet` if no sync has covered the day, and `notOver` if the last sync was before
  /// the morning.
  public var nightAccount: NightOutcome {
    guard let value = values[.nightAccount] else {
      return values.isEmpty ? (isAhead ? .notSyncedYet : .unknown) : .notOver
    }
    return NightOutcome(code: Int(value.value)) ?? .unknown
  }

  /// Builds days from stored values: those from `first` to `last`, and for trends the 60 days before. A day without
  /// stored values is included and empty; after `newest`, if given, a sync may still add data. The steps of `partial`
  /// days, and the sleep of nights on which the device was worn in part, are not used in comparisons.
  public static func days(
    from first: CalendarDate, to last: CalendarDate, in values: [DerivedValue], newest: CalendarDate? = nil,
    partial: Set<CalendarDate> = []
  ) -> [DayInsights] {
    let byDay = Dictionary(grouping: values) { $0.start.wallClock.date }
    let byMetric = Dictionary(grouping: values, by: \.metric)
    let partialNights = Set(
      (byMetric[.nightAccount] ?? []).filter { $0.value == NightOutcome.inPart }.map(\.start.wallClock.date))
    return stride(from: first.daysSince1970, through: last.daysSince1970, by: 1).map { number in
      let date = CalendarDate(daysSince1970: number)
      let here = Dictionary((byDay[date] ?? []).map { ($0.metric, $0) }) { first, _ in first }
      var trends: [DerivedMetric: Trend] = [:]
      var withoutTrend: [DerivedMetric: InsightGap] = [:]
      for (metric, value) in here {
        guard let name = metric.trend else { continue }
        let alike = (byMetric[metric] ?? []).filter {
          InsightAlgorithm.areComparable($0.algorithm, value.algorithm)
            && !((metric == .dailySteps && partial.contains($0.start.wallClock.date))
              || (metric == .timeAsleep && partialNights.contains($0.start.wallClock.date)))
        }
        do throws(InsightGap) {
          let baseline = try Baseline(on: date, alike.map { ($0.start.wallClock.date, $0.value) })
          // Without a stored trend, as for the steps of a day in progress, no trend is shown.
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
