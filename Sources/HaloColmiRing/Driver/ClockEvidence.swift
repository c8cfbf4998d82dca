import HaloHealth

extension ColmiRing {
  /// What today's heart rates show of a ring's clock, before it is set.
  ///
  /// A ring has no message for its time of day. It writes a heart rate every few minutes while it is worn, so its newest slot is as old as its
  /// rhythm at most. A slot of a time to come proves a clock that is ahead, another date one that is not local. A newest slot that is
  /// as old as UTC is behind fits two rings: one in UTC, and one that is right and was taken off at that minute. Their logs are the same.
  enum ClockEvidence {
    /// Minutes that a ring takes to measure and write a slot, and that clocks differ by.
    private static let slack = 2
    /// Minutes that a slot may be ahead of the time here, as for every other log.
    private static let mostAhead = 15
    /// Slots in a row, each a rhythm after the last, without which an old newest slot shows nothing.
    private static let fewestSteps = 3

    /// How the clock of a ring differed at `moment`, when it had this date and sent this log of it; `nil` if the log does not show it.
    static func found(_ date: CalendarDate, _ log: HeartRateLog, at moment: Moment) -> FoundClock? {
      let here = moment.wallClock
      guard log.isDated, log.date == date, abs(date.daysSince1970 - here.date.daysSince1970) <= 1,
        moment.secondsFromGMT != 0, let last = log.samples.last
      else { return nil }
      let newest = WallClock(date: date, minuteOfDay: last.time.minutes)
      let utc = Moment(milliseconds: moment.milliseconds, secondsFromGMT: 0).wallClock
      let steps = Self.steps(log)
      let rhythm = Self.rhythm(steps)
      let age = minutes(from: newest, to: utc)
      let fitsUTC = utc.date == date && (-slack...(rhythm ?? 60) + slack).contains(age)
      if minutes(from: here, to: newest) > mostAhead {
        return fitsUTC
          ? FoundClock(secondsFromGMT: 0, certainty: .certain)
          : FoundClock(
            secondsFromGMT: newest.secondsSince1970 - utc.secondsSince1970, certainty: .atLeast)
      }
      guard fitsUTC else { return nil }
      if date != here.date { return FoundClock(secondsFromGMT: 0, certainty: .certain) }
      // A long rhythm fits by chance: a ring in local time that was taken off at any minute of the last hour fits one of an hour.
      guard let rhythm, moment.secondsFromGMT >= rhythm * 6 * 60,
        steps.suffix(fewestSteps).allSatisfy({ $0 == rhythm })
      else { return nil }
      return FoundClock(secondsFromGMT: 0, certainty: .likely)
    }

    private static func minutes(from first: WallClock, to second: WallClock) -> Int {
      (second.secondsSince1970 - first.secondsSince1970).floorDivided(by: 60)
    }

    /// Minutes between slots with a heart rate.
    private static func steps(_ log: HeartRateLog) -> [Int] {
      zip(log.samples, log.samples.dropFirst()).map { $1.time.minutes - $0.time.minutes }
    }

    /// The commonest of them, and of several the longest: how often the ring measures; `nil` for fewer than three steps.
    private static func rhythm(_ steps: [Int]) -> Int? {
      guard steps.count >= fewestSteps else { return nil }
      return Dictionary(grouping: steps.suffix(24)) { $0 }.max { ($0.value.count, $0.key) < ($1.value.count, $1.key) }?
        .key
    }
  }
}
