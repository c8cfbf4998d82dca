public import HaloHealth
import HaloInsights
import HaloJournal
import HaloWearables

extension Reports {
  /// All that is known of a day.
  public func day(_ date: CalendarDate, _ detail: ReportDetail = .columns) throws -> DayReport {
    let day = try wearerDay(date)
    let insights = try journal.insights(of: wearer, from: date, to: date).first
    let coverage = try journal.coverage(of: wearer, from: date, to: date)[date]
    let movement = try movement(date)
    let sleeps = try sleeps(endingOn: day, detail)
    let series = try DaySeries(day, wearer, journal, detail)
    let stress = series.series(.stress)
    let heart = series.series(.heartRate)
    let figures = DayFigures(
      date: date, insights: insights, movement: movement, sleep: sleeps.first(where: \.main), stress: stress,
      goals: goals, measures: measures)
    let account = insights?.nightAccount ?? .notSyncedYet
    return DayReport(
      date: date, start: LocalTime(day.start), end: LocalTime(day.end), complete: coverage?.isReported ?? false,
      movement: movement.map { series.movement($0) }, nights: sleeps.filter { $0.main || $0.kind == .night },
      naps: sleeps.filter { !$0.main && $0.kind == .nap }, heartRate: heart, oxygen: series.oxygen, stress: stress,
      heartRateVariability: series.variability, skinTemperature: series.series(.skinTemperature),
      steps: series.series(.steps), speed: series.series(.speed), cadence: series.series(.cadence),
      insights: insights.flatMap { $0.values.isEmpty ? nil : InsightReport.all($0, measures) },
      night: account, coverage: coverage.map(CoverageReport.init),
      missing: missing(day, coverage, hasHeartRate: heart != nil, account, hasSleep: sleeps.contains(where: \.main)),
      figures: figures.ofDay)
  }

  /// Steps, distance and energy of a day, with the frames that they came in; `nil` if nothing is known of them.
  public func movement(_ date: CalendarDate) throws -> DaySummary.Movement? {
    let readings = try journal.day(date, wearer: wearer, metrics: [.steps, .distance, .activeEnergy])
    return DaySummary(of: date, in: readings).movement
  }

  /// What is missing of a day: times in which nothing was measured, what was not synced, and the night.
  private func missing(
    _ day: WearerDay, _ coverage: DayCoverage?, hasHeartRate: Bool, _ account: NightAccount, hasSleep: Bool
  ) -> [MissingReport] {
    let known = coverage.map { $0.reported ?? day.end } ?? day.start
    func moment(_ time: Moment) -> Moment { day.moment(time.milliseconds) }
    var missing = (coverage?.gaps ?? []).map { gap in
      MissingReport(
        Phrase("Steps and heart rate"), from: moment(gap.lowerBound), to: moment(gap.upperBound), .unknown)
    }
    if !hasHeartRate, known > day.start {
      missing.append(
        MissingReport(Phrase("Heart rate"), from: day.start, to: moment(min(known, day.end)), .unknown))
    }
    let end = min(day.end, time.moment)
    if end.milliseconds - known.milliseconds > DayCoverage.shortestGap * 3_600_000 {
      missing.append(
        MissingReport(Phrase("Everything"), from: moment(max(known, day.start)), to: moment(end), .notSyncedYet))
    }
    if !hasSleep, ![.recorded, .notSyncedYet].contains(account) {
      missing.append(MissingReport(Phrase("The night"), account.gapReason, words: account.sentence))
    }
    return missing
  }
}

extension NightAccount {
  /// Why a night is missing.
  var gapReason: GapReason {
    switch self {
    case .notWorn: .notWorn
    case .charging: .charging
    case .notSyncedYet, .notOver: .notSyncedYet
    case .lost: .notSyncedInTime
    case .recorded, .wornInPart, .wornWithoutSleep, .napsAlone, .empty, .unknown, .notImported, .doubtful: .unknown
    }
  }
}
