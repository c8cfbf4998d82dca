extension Reports {
  /// Returns the report of a day.
  public func day(_ date: CalendarDate, _ detail: ReportDetail = .columns) throws -> DayReport {
    let day = try wearerDay(date)
    let insights = try journal.insights(of: wearer, from: date, to: date).first
    let coverage = try isByDeviceClock ? nil : journal.coverage(of: wearer, from: date, to: date)[date]
    let sleeps = try sleeps(endingOn: day, detail)
    let series = try DaySeries(day, wearer, journal, detail)
    let all = series.all(on: .day)
    let movement = try journal.movement(
      of: wearer, from: date, to: date, withSources: detail == .samples)[date]
    let isSynced = try journal.isSynced(wearer)
    let account = insights?.nightAccount ?? (isSynced ? .notSyncedYet : .unknown)
    let figures = DayFigures(
      date: date, insights: insights, movement: movement, sleep: sleeps.first(where: \.main),
      stress: all.first { $0.id == .stress }, profile: profile,
      knownUntil: time.moment < day.end ? nil : coverage?.until)
    // If a device counted no steps, no interval has any.
    let expected = Metric.known.filter { $0.definition.isExpected && ($0 != .steps || movement == nil) }
    let lacking = isByDeviceClock ? [] : expected.filter { shown in !all.contains { $0.id == shown } }
    let gap = try lacking.isEmpty ? nil : DayGap(journal, wearer, on: date, now: time.moment)
    let unknown = lacking.compactMap { shown in
      gap.map { UnknownSeries(shown, $0.reason(of: shown)) }
    }
    return DayReport(
      date: date, start: day.local(day.start), end: day.local(day.end), complete: coverage?.isReported ?? false,
      movement: movement.map(series.report), nights: sleeps.filter { $0.main || $0.kind == .night },
      naps: sleeps.filter { !$0.main && $0.kind == .nap }, series: all,
      insights: try insights.flatMap { insights in
        try isByDeviceClock || insights.values.isEmpty ? nil : InsightReport.all(insights, journal.deviceName())
      },
      night: isByDeviceClock ? nil : account, coverage: coverage.map(CoverageReport.init),
      nightReason: isByDeviceClock || sleeps.contains(where: \.main) ? nil : account.sentence, unknown: unknown,
      missing: isByDeviceClock
        ? []
        : missing(
          day, coverage, noHeartRate: unknown.first { $0.id == .heartRate }?.reason, account, isSynced: isSynced),
      figures: isByDeviceClock ? figures.movementFigures : figures.ofDay)
  }

  /// Returns steps, distance and energy of a day, with their source frames; `nil` if there is no data.
  public func movement(_ date: CalendarDate) throws -> DayMovement? {
    try journal.movement(of: wearer, from: date, to: date, withSources: true)[date]
  }

  /// Lists the missing data of a day: times without measurements, data not synced, and the night.
  private func missing(
    _ day: WearerDay, _ coverage: DayCoverage?, noHeartRate: GapReason?, _ account: NightOutcome, isSynced: Bool
  ) -> [MissingReport] {
    let known = coverage.map { $0.reported ?? day.end } ?? day.start
    func moment(_ time: Moment) -> Moment { day.moment(time.milliseconds) }
    var missing = (coverage?.gaps ?? []).map { gap in
      MissingReport(
        Phrase("Steps and heart rate"), from: moment(gap.time.lowerBound), to: moment(gap.time.upperBound), gap.reason)
    }
    if let noHeartRate, known > day.start {
      missing.append(
        MissingReport(Phrase("Heart rate"), from: day.start, to: moment(min(known, day.end)), noHeartRate))
    }
    let end = min(day.end, time.moment)
    if end - known > .hours(DayCoverage.shortestGap) {
      let reason =
        coverage?.reason
        ?? (!isSynced ? .unknown : noHeartRate == .notSyncedInTime ? .notSyncedInTime : .notSyncedYet)
      missing.append(
        MissingReport(Phrase("Everything"), from: moment(max(known, day.start)), to: moment(end), reason))
    }
    if ![.recorded, .notSyncedYet].contains(account) {
      missing.append(MissingReport(Phrase("The night"), account.gapReason, words: account.sentence))
    }
    return missing
  }
}

extension NightOutcome {
  /// The reason for a missing night.
  var gapReason: GapReason {
    switch self {
    case .notWorn: .notWorn
    case .charging: .charging
    case .notSyncedYet, .notOver: .notSyncedYet
    case .lost: .notSyncedInTime
    case .recorded, .wornInPart, .wornWithoutSleep, .napsAlone, .empty, .unknown, .notImported, .doubtful, .inBedAlone:
      .unknown
    }
  }
}
