extension Reports {
  /// Returns the report of the night that ended on a day.
  public func night(_ date: CalendarDate, _ detail: ReportDetail = .columns) throws -> NightReport {
    let day = try wearerDay(date)
    let insights = try journal.insights(of: wearer, from: date, to: date).first
    let sleeps = try sleeps(endingOn: day, detail)
    let main = sleeps.first(where: \.main)
    let before = try journal.nights(from: date.adding(days: -SleepDebt.days), to: date, wearer: wearer)
    let usual = try usualNights(before: date)
    let window = window(of: sleeps.filter { $0.main || !$0.doubtful }, in: day)
    let series = DaySeries(try values(in: window), from: window.start)
    let account = insights?.nightAccount ?? .notSyncedYet
    let shown = account.shown(hasMain: main != nil)
    let figures = DayFigures(
      date: date, insights: insights, movement: nil, sleep: main, stress: nil, profile: profile,
      debt: SleepDebt(on: date, before, need: profile.sleepGoalMinutes ?? usual?.asleep.median))
    return NightReport(
      date: date,
      account: NightReport.Account(
        kind: shown, words: shown.sentence, confidence: insights?.values[.nightAccount]?.confidence),
      figures: figures.ofNight, main: main, naps: sleeps.filter { !$0.main && !$0.doubtful },
      ownStages: insights.flatMap { NightReport.OwnStages($0, in: day) }, usual: usual, window: window,
      series: series.all(on: .night))
  }

  /// The usual values before a day; `nil` with fewer than seven nights.
  public func usualNights(before date: CalendarDate) throws -> UsualNights? {
    // For most wearers, the last 28 days are enough.
    for days in [Baseline.days, Baseline.longestDays] {
      let nights = try journal.nights(from: date.adding(days: -days), to: date.adding(days: -1), wearer: wearer)
      if let usual = UsualNights(on: date, nights) { return usual }
    }
    return nil
  }

  /// The sleep with a margin of half an hour, so that charts show falling asleep and waking up. If there is no sleep,
  /// the usual hours.
  private func window(of sleeps: [SleepReport], in day: WearerDay) -> NightReport.Window {
    let main = sleeps.first(where: \.main)
    let begin = main?.start.moment.map { $0 - .minutes(30) } ?? day.start - .hours(2)
    let end = main?.end.moment.map { $0 + .minutes(30) } ?? day.start + .hours(9)
    return NightReport.Window(start: day.moment(begin.milliseconds), end: day.moment(end.milliseconds))
  }

  /// The values within a night; for each metric those of the selected device.
  private func values(in window: NightReport.Window) throws -> [Metric: [StoredSample]] {
    let metrics = Metric.shown(on: .night).flatMap(\.charted)
    return try metrics.reduce(into: [:]) { values, metric in
      let all = try journal.samples(of: metric, wearer: wearer, in: window.start..<window.end)
      values[metric] = all.fromChosenDevice()
    }
  }
}

extension NightReport.OwnStages {
  init?(_ insights: DayInsights, in day: WearerDay) {
    guard let value = insights.values[.ownTimeAsleep], let own = OwnStages(value) else { return nil }
    confidence = value.confidence
    let shown: [OwnStages.Stage] = [.deep, .light, .rem, .awake, .asleep]
    minutesOfStage = Dictionary(
      uniqueKeysWithValues: shown.map { ($0.rawValue, Int(own.minutes(in: [$0]).rounded())) })
    var time = own.start.milliseconds
    stages = own.stretches.compactMap { stretch in
      let begin = time
      time += Int(stretch.epochs) * 30_000
      return stretch.stage == .unknown
        ? nil : Stretch(stage: stretch.stage.rawValue, start: day.moment(begin), end: day.moment(time))
    }
    note = Phrase("From movement and heart rate in a raw recording. Not validated for rings.")
    explain = "own-time-asleep@\(insights.date)"
  }
}
