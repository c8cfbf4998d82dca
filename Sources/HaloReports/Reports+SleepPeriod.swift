extension Reports {
  /// Returns the nights that ended on days from `first` to `last`. With ``ReportDetail/samples``, it includes all
  /// sleeps with their stages.
  public func nights(
    from first: CalendarDate, to last: CalendarDate, _ detail: ReportDetail = .columns
  ) throws -> SleepPeriodReport {
    let all = try NightRow.all(from: PeriodComparison.start(from: first, to: last), to: last, self)
    let rows = all.filter { $0.date >= first }
    func stage(_ stage: SleepStage) -> [Int?] { rows.map { $0.night?.knownMinutes(in: stage) } }
    let counted = all.filter(\.counts)
    let known = try journal.daysWithData(of: wearer, from: first, to: last).count
    let comparison = PeriodComparison(
      from: first, to: last, counted.map { ($0.date, Double($0.night?.minutesAsleep ?? 0)) }, known: known)
    func averages(_ isBefore: Bool) -> SleepPeriodReport.Averages? {
      SleepPeriodReport.Averages(
        counted.filter { ($0.date < first) == isBefore }.compactMap(\.night), of: isBefore ? rows.count : known)
    }
    return SleepPeriodReport(
      from: first, to: last,
      nights: SleepPeriodReport.Nights(
        date: rows.map(\.date), start: rows.map { row in row.main?.times(in: row.day).start },
        end: rows.map { row in row.main?.times(in: row.day).end },
        asleep: rows.map { $0.night?.minutesAsleep }, deep: stage(.deep), light: stage(.light), rem: stage(.rem),
        awake: stage(.awake),
        unstaged: rows.map { $0.night?.stages.reduce(0) { $0 + ($1.stage == nil ? $1.minutes : 0) } },
        napMinutes: rows.map(\.napMinutes), account: rows.map(\.account),
        accountWords: rows.map { $0.account == .recorded || !$0.isKnown ? nil : $0.account.sentence }),
      usual: try usualNights(before: first), averages: averages(false),
      before: comparison.before.flatMap { _ in averages(true) },
      summary: Self.summary(comparison, counted.filter { $0.date >= first }, days: rows.count),
      sleeps: detail == .samples
        ? rows.flatMap { row in
          row.episodes.map { SleepReport($0, main: $0 == row.main, in: row.day, from: nil) }
        } : nil)
  }

  private static func summary(_ comparison: PeriodComparison, _ nights: [NightRow], days: Int) -> Phrase? {
    guard let mean = comparison.mean else { return nil }
    func text(_ minutes: Double) -> Phrase { MeasureWording.duration(minutes: Int(minutes.rounded())) }
    let head =
      mean.days == 1
      ? Phrase("\(text(mean.value)) asleep on average in 1 night")
      : Phrase("\(text(mean.value)) asleep on average in \(mean.days) nights")
    let sentence = comparison.sentence(head, days: days, text)
    func minutes(_ row: NightRow) -> Int { row.night?.minutesAsleep ?? 0 }
    guard mean.days > 2, let shortest = nights.min(by: { minutes($0) < minutes($1) }),
      let longest = nights.max(by: { minutes($0) < minutes($1) })
    else { return sentence }
    func named(_ row: NightRow) -> Phrase {
      Phrase("\(MeasureWording.duration(minutes: minutes(row))) (\(row.date, .day))")
    }
    return Phrase.sentences([sentence, Phrase("The shortest was \(named(shortest)), the longest \(named(longest)).")])
  }
}

/// The sleeps that ended on a day, and the status of the night's data.
private struct NightRow {
  let day: WearerDay
  let episodes: [SleepEpisode]
  let main: SleepEpisode?
  let night: Night?
  let account: NightOutcome
  /// True if the night is on or after the first day with data.
  let isKnown: Bool

  var date: CalendarDate { day.date }
  /// True if the night counts in averages: it has a complete main sleep.
  var counts: Bool { night != nil && account != .wornInPart }
  var napMinutes: Int { episodes.reduce(0) { $0 + ($1 == main || $1.isDoubtful ? 0 : $1.minutesAsleep) } }

  /// Returns the nights of days from `first` to `last`, in order.
  static func all(from first: CalendarDate, to last: CalendarDate, _ reports: Reports) throws -> [NightRow] {
    let journal = reports.journal
    let wearer = reports.wearer
    let days = try reports.wearerDays(from: first, to: last)
    let points = try journal.derivedPoints(.nightAccount, of: wearer, from: first, to: last)
    let accounts = Dictionary(points.map { ($0.date, NightOutcome(code: Int($0.value)) ?? .unknown) }) { $1 }
    let known = try journal.knownDays(of: wearer)
    let newest = try journal.newestDerivedDay(of: wearer)
    let isSynced = try journal.isSynced(wearer)
    return zip(days, try reports.episodes(endingOn: days)).map { day, episodes in
      let main = SleepEpisode.main(of: episodes.filter { !$0.isDoubtful })
      // Days without a stored status get the same default as in DayInsights.
      let account =
        accounts[day.date]
        ?? newest.map { day.date > $0 ? (isSynced ? .notSyncedYet : .unknown) : day.date == $0 ? .notOver : .unknown }
        ?? .unknown
      return NightRow(
        day: day, episodes: episodes, main: main, night: main?.night(Provenance(frames: [], decoder: "")),
        account: account.shown(hasMain: main != nil), isKnown: known.map { day.date >= $0.lowerBound } ?? false)
    }
  }
}

extension NightOutcome {
  /// A night with a main sleep counts as recorded even before its status was computed.
  func shown(hasMain: Bool) -> NightOutcome {
    hasMain && (self == .unknown || self == .notSyncedYet) ? .recorded : self
  }
}
