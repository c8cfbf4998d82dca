import HaloText
import HaloHealth

/// The resting heart rate: of the main sleep, otherwise of quiet hours awake.
extension InsightMaker {
  private static let window = Duration.minutes(30).milliseconds
  private static let fewestInWindow = 4

  func restingHeartRate(_ day: DaySpan, _ main: SleepEpisode?) throws(InsightGap) -> Finding {
    guard let main else { return try restingHeartRateAwake(day) }
    let all = source.heartRates.within(main.start.milliseconds, main.end.milliseconds)
    let rates = all.ofOneDevice()
    guard let input = rates.input("heart rate", of: all, in: main.times), rates.count >= Self.fewestInWindow else {
      throw InsightGap(
        rates.isEmpty
          ? Phrase("no heart rate was logged in the sleep: is its measuring on? ('halo settings')")
          : Phrase("hardly a heart rate was logged in the sleep: is its measuring on? ('halo settings')")
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
    // In a night that goes on the wearer is taken to be asleep, whatever the device has sent of it so far.
    try checkNightIsOver(usualNight(of: day).hours)
    // Whoever naps is not awake, also in a sleep that ends on the next day.
    let sleeps = episodes.map(\.times).filter { $0.overlaps(day.start.milliseconds..<day.end.milliseconds) }
    let all = source.heartRates.within(day.start.milliseconds, day.end.milliseconds).filter { rate in
      !sleeps.contains { $0.contains(rate.time.milliseconds) }
    }
    guard !all.isEmpty else {
      throw InsightGap(Phrase("no main sleep is known of the day, and no heart rate was logged on it awake"))
    }
    let steps = source.steps.within((day.start - .hours(2)).milliseconds, day.end.milliseconds).filter { $0.value > 0 }
    let quiet = all.ofOneDevice().filter { rate in
      let time = rate.time.milliseconds
      return !steps.contains { $0.time.milliseconds <= time && $0.time.milliseconds + $0.length + Self.window > time }
    }
    guard let lowest = Self.lowest(quiet),
      let input = quiet.input("heart rate", of: all, in: day.start.milliseconds..<day.end.milliseconds)
    else {
      throw InsightGap(Phrase("no main sleep is known of the day, and no half hour of it awake was quiet and measured"))
    }
    return Finding(lowest, .restingHeartRateAwake, confidence: nil, inputs: [input])
  }

  /// The lowest median of half an hour; `nil` where none has enough values.
  private static func lowest(_ rates: [MeasuredValue]) -> Double? {
    var (lowest, first) = (Double?.none, 0)
    for last in rates.indices {
      while rates[last].time.milliseconds - rates[first].time.milliseconds >= window { first += 1 }
      guard last - first + 1 >= fewestInWindow, let median = rates[first...last].map(\.value).median else { continue }
      lowest = min(lowest ?? median, median)
    }
    return lowest
  }
}
