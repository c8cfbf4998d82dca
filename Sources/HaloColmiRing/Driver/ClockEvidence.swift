extension ColmiRing {
  /// Infers the error of a ring's clock from today's heart rates, before the clock is set.
  ///
  /// A ring has no message for its time of day. It stores a heart rate every few minutes while it is worn, so the age
  /// of its newest slot is at most one interval. A slot in the future proves that the clock is ahead, and another date
  /// proves that it is not in local time. If the newest slot is as old as UTC is behind, two explanations have the same
  /// log: the clock is in UTC, or the clock is right and the ring was taken off at that minute.
  enum ClockEvidence {
    /// Minutes that a ring takes to measure and store a slot, plus the permitted difference between the clocks.
    private static let tolerance = 2
    /// Minutes that a slot may be in the future, as for every other log.
    private static let maximumAhead = 15
    /// The number of consecutive slots at the measurement interval that are required before an old newest slot counts.
    private static let minimumSteps = 3

    /// Returns the error of the ring's clock at `moment`, when the ring had this date and sent this log of it; `nil` if
    /// the log does not show it.
    static func found(_ date: CalendarDate, _ log: HeartRateLog, at moment: Moment) -> PriorClock? {
      let here = moment.wallClock
      let samples = log.samples
      guard log.isDated, log.date == date, abs(date.daysSince1970 - here.date.daysSince1970) <= 1,
        moment.secondsFromGMT != 0, let last = samples.last
      else { return nil }
      let newest = WallClock(date: date, minuteOfDay: last.time.minutes)
      let utc = Moment(milliseconds: moment.milliseconds, secondsFromGMT: 0).wallClock
      let steps = Self.steps(samples)
      let measurementInterval = Self.measurementInterval(steps)
      let age = minutes(from: newest, to: utc)
      let fitsUTC = utc.date == date && (-tolerance...(measurementInterval ?? 60) + tolerance).contains(age)
      if minutes(from: here, to: newest) > maximumAhead {
        return fitsUTC
          ? PriorClock(secondsFromGMT: 0, certainty: .certain)
          : PriorClock(
            secondsFromGMT: newest.secondsSince1970 - utc.secondsSince1970, certainty: .atLeast)
      }
      guard fitsUTC else { return nil }
      if date != here.date { return PriorClock(secondsFromGMT: 0, certainty: .certain) }
      // A long interval can fit by chance: with hourly slots, a local-time ring taken off within the last hour would
      // match.
      guard let measurementInterval, moment.secondsFromGMT >= measurementInterval * 6 * 60,
        steps.suffix(minimumSteps).allSatisfy({ $0 == measurementInterval })
      else { return nil }
      return PriorClock(secondsFromGMT: 0, certainty: .likely)
    }

    private static func minutes(from first: WallClock, to second: WallClock) -> Int {
      (second.secondsSince1970 - first.secondsSince1970).floorDivided(by: 60)
    }

    /// The minutes between slots with a heart rate.
    private static func steps(_ samples: [HeartRateLog.Sample]) -> [Int] {
      zip(samples, samples.dropFirst()).map { $1.time.minutes - $0.time.minutes }
    }

    /// The measurement interval: the most common step, and of several the longest; `nil` for fewer than three steps.
    private static func measurementInterval(_ steps: [Int]) -> Int? {
      guard steps.count >= minimumSteps else { return nil }
      return Dictionary(grouping: steps.suffix(24)) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?
        .key
    }
  }
}
