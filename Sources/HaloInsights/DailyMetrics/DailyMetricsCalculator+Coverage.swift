/// The coverage of a sleep by measurements.
extension DailyMetricsCalculator {
  /// The share of a sleep's intervals of `minutes` minutes in which something was measured.
  static func share(of values: [MeasuredValue], in sleep: SleepEpisode, minutes: Int) -> Double {
    let count = max(1, (sleep.minutes + minutes - 1) / minutes)
    let start = sleep.start.milliseconds
    let length = Duration.minutes(minutes).milliseconds
    let measured = Set(values.map { ($0.time.milliseconds - start) / length })
    return min(1, Double(measured.count) / Double(count))
  }
}
