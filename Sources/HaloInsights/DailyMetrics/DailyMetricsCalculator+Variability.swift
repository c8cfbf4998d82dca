/// HRV of the main sleep.
extension DailyMetricsCalculator {
  func variability(_ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { throw InsightGap(Phrase("no main sleep was recorded on this day")) }
    for (values, algorithm, metric) in [
      (source.rmssd, InsightAlgorithm.rmssd, Metric.heartRateVariabilityRMSSD),
      (source.variability, .deviceVariability, .heartRateVariability),
    ] {
      let all = values.within(main.start.milliseconds, main.end.milliseconds)
      let here = all.fromChosenDevice()
      guard here.count >= 3, let median = here.map(\.value).median,
        let input = here.input(metric, of: all, in: main.times)
      else { continue }
      return Finding(
        median, algorithm, confidence: Self.share(of: here, in: main, minutes: 60), inputs: [main.input, input])
    }
    throw InsightGap(
      Phrase("HRV was logged fewer than three times during the sleep: check that it is measured ('halo settings')"))
  }
}
