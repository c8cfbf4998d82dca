public import HaloHealth
import HaloInsights
import HaloJournal
import HaloWearables

extension Reports {
  /// Returns the report of a day.
  public func day(_ date: CalendarDate, _ detail: ReportDetail = .columns) throws -> DayReport {
    let day = try wearerDay(date)
    let insights = try journal.insights(of: wearer, from: date, to: date).first
    let coverage = try journal.coverage(of: wearer, from: date, to: date)[date]
    let sleeps = try sleeps(endingOn: day, detail)
    let series = try DaySeries(day, wearer, journal, detail)
    let movement = series.movement(on: date)
    let stress = series.series(.stress)
    let heart = series.series(.heartRate)
    let isSynced = try journal.isSynced(wearer)
    let account = insights?.nightAccount ?? (isSynced ? .notSyncedYet : .unknown)
    let figures = DayFigures(
      date: date, insights: insights, movement: movement, sleep: sleeps.first(where: \.main), stress: stress,
      profile: profile, knownUntil: time.moment < day.end ? nil : coverage?.until)
    var (unknown, gap) = ([String: DayReport.Unknown](), DayGap?.none)
    func known(_ series: SeriesReport?, _ name: String, _ metric: Metric) throws -> SeriesReport? {
      if series == nil {
        let why = try gap ?? DayGap(journal, wearer, on: date, now: time.moment)
        gap = why
        unknown[name] = DayReport.Unknown(why.reason(of: metric))
      }
      return series
    }
    let (heartRate, oxygen) = (
      try known(heart, "heartRate", .heartRate), try known(series.oxygen, "oxygen", .oxygenSaturationMinimum)
    )
    let variability = try known(series.variability, "heartRateVariability", .heartRateVariability)
    // If a device counted no steps, no interval has any.
    let steps = try movement == nil ? known(series.series(.steps), "steps", .steps) : series.series(.steps)
    _ = try known(stress, "stress", .stress)
    if !sleeps.contains(where: \.main) {
      unknown["night"] = DayReport.Unknown(reason: account.gapReason, words: account.sentence)
    }
    return DayReport(
      date: date, start: LocalTime(day.start), end: LocalTime(day.end), complete: coverage?.isReported ?? false,
      movement: movement.map(series.report), nights: sleeps.filter { $0.main || $0.kind == .night },
      naps: sleeps.filter { !$0.main && $0.kind == .nap }, heartRate: heartRate, oxygen: oxygen, stress: stress,
      heartRateVariability: variability, skinTemperature: series.series(.skinTemperature),
      steps: steps, speed: series.series(.speed), cadence: series.series(.cadence), battery: series.series(.battery),
      insights: insights.flatMap { $0.values.isEmpty ? nil : InsightReport.all($0) },
      night: account, coverage: coverage.map(CoverageReport.init), unknown: unknown,
      missing: missing(day, coverage, noHeartRate: unknown["heartRate"]?.reason, account, isSynced: isSynced),
      figures: figures.ofDay)
  }

  /// Returns steps, distance and energy of a day, with their source frames; `nil` if there is no data.
  public func movement(_ date: CalendarDate) throws -> DaySummary.Movement? {
    let readings = try journal.day(date, wearer: wearer, metrics: [.steps, .distance, .activeEnergy])
    return DaySummary(of: date, in: readings, repeats: false).movement
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

extension DayReport.Unknown {
  init(_ reason: GapReason) { self.init(reason: reason, words: reason.sentence) }
}
