extension FitnessMachine {
  /// The growth of a count in each minute of a session. Minutes count from the first value of the session, not from the
  /// clock, so that minutes of two sessions never start at the same time.
  struct MinuteCount {
    private let metric: Metric
    private var count: CumulativeCount
    /// The start of the current minute, and the growth until then.
    private var minute: (start: Moment, total: Double)?
    /// The frames of the latest value.
    private var latest: Provenance?

    init(_ metric: Metric, _ count: CumulativeCount) { (self.metric, self.count) = (metric, count) }

    /// Takes a value. Returns the growth of a completed minute, and its start; of several minutes if there was a gap.
    mutating func take(_ value: Double, _ now: Moment, _ provenance: Provenance) -> (sample: Sample, time: Moment)? {
      count.take(value, at: now.seconds)
      latest = provenance
      guard let minute, let total = count.total else {
        self.minute = (now, 0)
        return nil
      }
      let minutes = (now - minute.start).milliseconds.floorDivided(by: Duration.minutes(1).milliseconds)
      // If the clock was set back during the session, start counting minutes again.
      guard minutes != 0 else { return nil }
      let start = Moment(
        milliseconds: (minutes > 0 ? minute.start + .minutes(minutes) : now).milliseconds,
        secondsFromGMT: now.secondsFromGMT)
      self.minute = (start, max(total, minute.total))
      return sample(since: minute, minutes: max(1, minutes))
    }

    /// The growth of the last, incomplete minute, and its start.
    var rest: (sample: Sample, time: Moment)? { minute.flatMap { sample(since: $0, minutes: 1) } }

    private func sample(since minute: (start: Moment, total: Double), minutes: Int) -> (sample: Sample, time: Moment)? {
      guard let latest, let total = count.total, total > minute.total else { return nil }
      // Tenths of a meter or a stride do not add up exactly.
      let growth = ((total - minute.total) * 1000).rounded() / 1000
      return (
        Sample(
          metric, growth, start: minute.start.wallClock, minutes: minutes, source: .live, provenance: latest),
        minute.start
      )
    }
  }
}
