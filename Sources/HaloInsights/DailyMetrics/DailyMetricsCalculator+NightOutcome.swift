/// The outcome of a night: recorded, not worn, charging, lost and others.
extension DailyMetricsCalculator {
  /// The number of hours that a sleep may last longer than usual.
  private static let maxOversleep = 3
  /// The minimum number of nights that determine the usual hours of sleep.
  private static let fewestNights = 5

  /// The usual hours of sleep, in minutes after the midnight of the day of waking up: the medians of the 28 days
  /// before, otherwise 23:00 to 07:00.
  private func usualHours(on date: CalendarDate) -> (from: Int, to: Int, isGuess: Bool) {
    let nights = mains.filter { $0.date < date && $0.date >= date.adding(days: -Baseline.days) }
    guard nights.count >= Self.fewestNights, let from = nights.map({ Double($0.from) }).median,
      let to = nights.map({ Double($0.to) }).median
    else { return (-60, 420, true) }
    return (Int(from), Int(to), false)
  }

  /// The usual hours of sleep of a day.
  func usualNight(of day: DaySpan) -> (hours: Range<Moment>, isGuess: Bool) {
    let usual = usualHours(on: day.date)
    let from = day.start + .minutes(usual.from)
    return (from..<max(from + .milliseconds(1), day.start + .minutes(usual.to)), usual.isGuess)
  }

  /// Throws if the newest record in the source is from before the end of a night's usual hours.
  func checkNightIsOver(_ hours: Range<Moment>) throws(InsightGap) {
    if source.now < hours.upperBound { throw InsightGap(Phrase("the night is not over yet")) }
  }

  func account(_ day: DaySpan, main: SleepEpisode?, naps: [SleepEpisode]) throws(InsightGap) -> Finding {
    if let first = source.firstDay, day.date < first {
      throw InsightGap(Phrase("the day is before the first day in the journal"))
    }
    let usual = usualNight(of: day)
    let from = usual.hours.lowerBound
    let to = usual.hours.upperBound
    if main == nil { try checkNightIsOver(usual.hours) }
    let length = Duration.hours(1).milliseconds
    let hours = from.milliseconds.floorDivided(by: length)...(to.milliseconds - 1).floorDivided(by: length)
    let slept = { (hour: Int) in
      (naps + [main].compactMap { $0 }).contains { $0.times.overlaps(hour * length..<(hour + 1) * length) }
    }
    let worn = hours.count { source.wornHours.contains($0) || slept($0) }
    let share = Double(worn) / Double(hours.count)
    let hoursInput = InsightInput(
      .worn(hours: worn, of: hours.count, from: from, to: to, isUsual: !usual.isGuess))
    func finding(_ account: NightOutcome, confidence: Double?, _ more: [InsightInput] = []) -> Finding {
      Finding(
        Double(account.code), .nightAccount, confidence: confidence,
        inputs: [hoursInput] + (main.map { [$0.input] } ?? []) + naps.map(\.input) + more)
    }
    if main != nil {
      // A sleep outside the usual hours does not overlap them, so their coverage does not matter.
      let isUsual = main.map { $0.times.overlaps(from.milliseconds..<to.milliseconds) } ?? false
      // An imported file does not show whether anything was worn before and after the sleep.
      if main?.statements.isEmpty == true { return finding(.recorded, confidence: nil) }
      return finding(!isUsual || share >= 0.75 ? .recorded : .wornInPart, confidence: isUsual ? share : nil)
    }
    if let sleep = doubtful.first(where: { $0.end.wallClock.date == day.date }) {
      return finding(.doubtful, confidence: nil, [sleep.input])
    }
    let next = source.syncs.first { $0 >= to }
    // A sync that came too late cannot get the day: the device no longer keeps it.
    let reach = next.map { $0.wallClock.date.adding(days: 1 - DayCoverage.retentionDays) }
    // A sync that was interrupted may have covered this night nevertheless.
    let isReported =
      source.nightReportTimes[day.date].map { $0 >= to } ?? false || reach.map { day.date >= $0 } ?? false
    if source.hasImports, !isReported, source.syncs.first.map({ $0 >= to }) ?? true {
      return accountOfImport(day, share: share, naps: naps, batteryState: batteryState(from, to), finding)
    }
    let kept = Duration.days(DayCoverage.retentionDays)
    guard isReported else {
      let isLost = next != nil || source.now - to > kept
      return finding(isLost ? .lost : .notSyncedYet, confidence: nil, [syncInput(to)])
    }
    if share >= 0.5 {
      // A device reports a sleep after its end, and the wearer may sleep longer than usual.
      let inTime = source.syncs.last { day.date >= $0.wallClock.date.adding(days: 1 - DayCoverage.retentionDays) }
      let reported = [source.nightReportTimes[day.date], inTime].compactMap(\.self).max()
      guard let reported, reported >= to + .hours(Self.maxOversleep) else {
        // No sync came in time to show the end of the night.
        if source.now - to > kept { return finding(.lost, confidence: nil, [syncInput(to)]) }
        throw InsightGap(Phrase("the night may not be over yet"))
      }
      // A device that stopped measuring before the wearer certainly was up did not report the sleep in progress.
      let after = (hours.upperBound + 2)...(hours.upperBound + Self.maxOversleep)
      let isSilent = !after.contains { source.wornHours.contains($0) }
      if isSilent || hours.count - worn > 1 { return finding(.wornInPart, confidence: share) }
      return finding(naps.isEmpty ? .wornWithoutSleep : .napsAlone, confidence: share)
    }
    if worn > 0 { return finding(.wornInPart, confidence: share) }
    if let (account, input) = batteryState(from, to) { return finding(account, confidence: nil, [input]) }
    if !naps.isEmpty { return finding(.napsAlone, confidence: nil) }
    // Without any measurements around that time, it is unknown whether the device was not worn or does not measure.
    let isMeasuring = source.wornHours.contains { abs($0 - hours.lowerBound) <= 7 * 24 }
    return finding(isMeasuring ? .notWorn : .unknown, confidence: isMeasuring ? 1 : nil)
  }

  /// The outcome of a night before the first sync, for which only imported files have data. Files do not show when the
  /// device was synced, and some have no sleep at all.
  private func accountOfImport(
    _ day: DaySpan, share: Double, naps: [SleepEpisode], batteryState: (NightOutcome, InsightInput)?,
    _ finding: (NightOutcome, Double?, [InsightInput]) -> Finding
  ) -> Finding {
    if source.sleeps.contains(where: { $0.stages.isEmpty && $0.inBed?.upperBound.wallClock.date == day.date }) {
      return finding(.inBedAlone, nil, [])
    }
    let hasImportedSleep = episodes.contains { episode in
      let date = episode.end.wallClock.date
      return date <= day.date && date >= day.date.adding(days: -Baseline.days)
        && episode.records.contains { $0.statement == nil }
    }
    let silence = finding(.notImported, nil, [InsightInput(.imports(hasSleep: hasImportedSleep))])
    if share >= 0.5 {
      return hasImportedSleep ? finding(naps.isEmpty ? .wornWithoutSleep : .napsAlone, share, []) : silence
    }
    if let (account, input) = batteryState { return finding(account, nil, [input]) }
    return naps.isEmpty ? silence : finding(.napsAlone, nil, [])
  }

  private func syncInput(_ time: Moment) -> InsightInput {
    let before = source.syncs.last { $0 < time }
    let after = source.syncs.first { $0 >= time }
    return InsightInput(.synced(before: before, after: after, days: DayCoverage.retentionDays))
  }

  /// The explanation by the battery of a time without measurements.
  private func batteryState(_ from: Moment, _ to: Moment) -> (NightOutcome, InsightInput)? {
    BatteryCondition(from: from.milliseconds, to: to.milliseconds, source.battery).map { state in
      let source: DerivedInput.Source =
        state.readings.count == 1 && !state.isEmpty
        ? .charging(at: state.readings[0].time) : .battery(readings: state.readings)
      return (state.isEmpty ? .empty : .charging, InsightInput(source))
    }
  }
}
