/// The wearer of a request, with the current time.
struct WearerContext: Sendable {
  let name: String
  /// The wearer's profile.
  let settings: Profile
  let time: WallTime

  /// The current time.
  var now: Moment { time.moment }
  /// The current day.
  var today: CalendarDate { time.wallClock.date }

  /// Language and clock format for the wearer: from the profile, otherwise the request's language.
  var wording: Wording {
    Wording(
      settings.language.flatMap(Language.init(tag:)) ?? Wording.current.language, clock: settings.clock,
      units: settings.units)
  }

  /// Reports about this wearer.
  func reports(_ journal: Journal) -> Reports {
    Reports(journal: journal, wearer: name, profile: settings, time: time)
  }

  /// Heart data of a range of days.
  func heart(
    from first: CalendarDate, to last: CalendarDate, _ journal: Journal, _ cache: DayCache
  ) throws -> PeriodMetricsReport {
    try reports(journal).heart(from: first, to: last) {
      try cache.statistics($0, from: first, to: last, self, journal)
    }
  }

  /// Daily activity in a range, in order and including days without data.
  func activity(
    from first: CalendarDate, to last: CalendarDate, _ journal: Journal, _ cache: DayCache
  ) throws -> PeriodMetricsReport {
    try reports(journal).activity(from: first, to: last) { try cache.movement(from: $0, to: $1, self, journal) }
  }

  /// The workouts that began in a range of days, the latest first.
  func workouts(
    from first: CalendarDate, to last: CalendarDate, _ journal: Journal, _ cache: DayCache
  ) throws -> [WorkoutReport] {
    try reports(journal).workouts(from: first, to: last) { try cache.summary(of: $0, now: now, journal) }.reversed()
  }
}
