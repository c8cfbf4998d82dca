/// Computes the daily metrics: a pure function of its source.
public struct DailyMetricsCalculator: Sendable {
  /// The results of a day: for each metric a value, or the reason why it is missing.
  public typealias Results = [DerivedMetric: Result<Finding, InsightGap>]

  let source: DailyMetricsSource
  let episodes: [SleepEpisode]
  /// Sleeps at doubtful times: no values are computed from them.
  let doubtful: [SleepEpisode]
  let states: SleepStates?
  var earlier: [DerivedMetric: [DailyMetricsSource.Earlier]]
  /// The main sleeps by day, in minutes of local time after the day's midnight, for the usual hours of sleep.
  let mains: [(date: CalendarDate, from: Int, to: Int)]

  /// A calculator for the days of `source`.
  public init(_ source: DailyMetricsSource) {
    self.source = source
    let sleeps = SleepEpisode.all(in: source.sleeps)
    episodes = sleeps.filter { !$0.isDoubtful }
    doubtful = sleeps.filter(\.isDoubtful)
    earlier = source.earlier
    if let first = source.days.first, let last = source.days.last {
      let begin = first.start - .days(SleepStates.days)
      states = SleepStates(episodes, wornHours: source.wornHours, from: begin, to: last.end)
    } else {
      states = nil
    }
    mains = Dictionary(grouping: episodes) { $0.end.wallClock.date }.compactMap { date, episodes in
      SleepEpisode.main(of: episodes).map { episode in
        let midnight = date.midnight.secondsSince1970
        return (
          date, (episode.start.wallClock.secondsSince1970 - midnight) / 60,
          (episode.end.wallClock.secondsSince1970 - midnight) / 60
        )
      }
    }.sorted { $0.date < $1.date }
  }

  /// The results of all days, in order.
  public mutating func results() -> [(day: DaySpan, results: Results)] {
    source.days.map { day in (day, results(of: day)) }
  }

  private mutating func results(of day: DaySpan) -> Results {
    var results: Results = [:]
    let sleeps = episodes.filter { $0.end.wallClock.date == day.date }
    let main = SleepEpisode.main(of: sleeps)
    results[.restingHeartRate] = Result { () throws(InsightGap) in try restingHeartRate(day, main) }
    results[.nightHeartRateVariability] = Result { () throws(InsightGap) in try variability(main) }
    results[.timeAsleep] = Result { () throws(InsightGap) in try timeAsleep(main) }
    results[.ownTimeAsleep] = Result { () throws(InsightGap) in try ownStages(main) }
    let naps = sleeps.filter { $0 != main }
    results[.timeNapping] = Result { () throws(InsightGap) in try Self.napping(naps, besideMain: main != nil) }
    results[.sleepRegularity] = Result { () throws(InsightGap) in try regularity(day) }
    for (metric, finding) in movement(day) { results[metric] = finding }
    results[.nightAccount] = Result { () throws(InsightGap) in try account(day, main: main, naps: naps) }
    for (metric, result) in results {
      guard let trend = metric.trend else { continue }
      guard case .success(let finding) = result else {
        results[trend] = result
        continue
      }
      // An incomplete day has fewer steps than usual, and is not used in comparisons.
      if metric == .dailySteps, source.now < day.end || source.coverage[day.date]?.isComparable == false {
        results[trend] = .failure(
          InsightGap(
            source.now < day.end
              ? Phrase("the day is not over yet")
              : source.coverage[day.date]?.isReported == false
                ? Phrase("the day was not synced until its end")
                : Phrase("this is the first day, and the device was worn for only part of it")))
        continue
      }
      results[trend] = Result { () throws(InsightGap) in try self.trend(finding, metric, day) }
      // There may have been more sleep.
      if metric == .timeAsleep, results[.nightAccount].flatMap({ try? $0.get().value }) == NightOutcome.inPart {
        continue
      }
      earlier[metric, default: []].append(
        .init(date: day.date, value: finding.value, algorithm: finding.algorithm.name))
    }
    return results
  }
}
