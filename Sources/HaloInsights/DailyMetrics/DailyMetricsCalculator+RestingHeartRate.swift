/// The resting heart rate: from the main sleep, otherwise from quiet hours awake, otherwise as it is reported.
extension DailyMetricsCalculator {
  private static let window = Duration.minutes(30).milliseconds
  private static let fewestInWindow = 4

  func restingHeartRate(_ day: DaySpan, _ main: SleepEpisode?) throws(InsightGap) -> Finding {
    do { return try computedRestingHeartRate(day, main) } catch {
      let all = source.restingHeartRates.within(day.start.milliseconds, day.end.milliseconds)
      guard let last = all.fromChosenDevice().last,
        let input = [last].input(.restingHeartRate, of: all, in: day.start.milliseconds..<day.end.milliseconds)
      else { throw error }
      return Finding(last.value, .restingHeartRateReported, confidence: nil, inputs: [input])
    }
  }

  private func computedRestingHeartRate(_ day: DaySpan, _ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { return try restingHeartRateAwake(day) }
    let all = source.heartRates.within(main.start.milliseconds, main.end.milliseconds)
    let rates = all.fromChosenDevice()
    guard let input = rates.input(.heartRate, of: all, in: main.times), rates.count >= Self.fewestInWindow else {
      throw InsightGap(
        rates.isEmpty
          ? Phrase("no heart rate was logged during the sleep: check that it is measured ('halo settings')")
          : Phrase("too few heart rates were logged during the sleep: check that they are measured ('halo settings')")
      )
    }
    if let lowest = Self.lowest(rates) {
      return Finding(
        lowest, .restingHeartRate, confidence: Self.share(of: rates, in: main, minutes: 10),
        inputs: [main.input, input])
    }
    return Finding(
      rates.map(\.value).median ?? 0, .restingHeartRateSparse,
      confidence: Self.share(of: rates, in: main, minutes: 60), inputs: [main.input, input])
  }

  private func restingHeartRateAwake(_ day: DaySpan) throws(InsightGap) -> Finding {
    // During a night in progress the wearer is assumed to be asleep, regardless of the data so far.
    try checkNightIsOver(usualNight(of: day).hours)
    // Naps are not time awake, including a sleep that ends on the next day.
    let sleeps = episodes.map(\.times).filter { $0.overlaps(day.start.milliseconds..<day.end.milliseconds) }
    let all = source.heartRates.within(day.start.milliseconds, day.end.milliseconds).filter { rate in
      !sleeps.contains { $0.contains(rate.time.milliseconds) }
    }
    guard !all.isEmpty else {
      throw InsightGap(Phrase("no main sleep was recorded on this day, and no heart rate was logged while awake"))
    }
    let steps = source.steps.within((day.start - .hours(2)).milliseconds, day.end.milliseconds).filter { $0.value > 0 }
    let quiet = all.fromChosenDevice().filter { rate in
      let time = rate.time.milliseconds
      return !steps.contains { $0.time.milliseconds <= time && $0.time.milliseconds + $0.length + Self.window > time }
    }
    guard let lowest = Self.lowest(quiet),
      let input = quiet.input(.heartRate, of: all, in: day.start.milliseconds..<day.end.milliseconds)
    else {
      throw InsightGap(Phrase("no main sleep was recorded on this day, and no half hour awake was quiet and measured"))
    }
    return Finding(lowest, .restingHeartRateAwake, confidence: nil, inputs: [input])
  }

  /// The lowest median of half an hour; `nil` if no half hour has enough values.
  private static func lowest(_ rates: [MeasuredValue]) -> Double? {
    var lowest = Double?.none
    var first = 0
    for last in rates.indices {
      while rates[last].time.milliseconds - rates[first].time.milliseconds >= window { first += 1 }
      guard last - first + 1 >= fewestInWindow, let median = rates[first...last].map(\.value).median else { continue }
      lowest = min(lowest ?? median, median)
    }
    return lowest
  }
}
