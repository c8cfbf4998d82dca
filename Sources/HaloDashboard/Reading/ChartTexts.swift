/// The texts of a report's charts.
struct ChartTexts: Encodable {
  /// The texts of durations, by their minutes.
  var durations: [Int: Phrase]?
  var axis: ValueAxis?
}

extension Reports {
  /// A day's overview.
  func dayAnswer(_ date: CalendarDate) throws -> Joined<DayReport, ChartTexts> {
    let day = try day(date)
    let durations = MeasureWording.durations((day.nights + day.naps).flatMap(\.durations))
    return Joined(day, ChartTexts(durations: durations))
  }

  /// The night that ended on a day.
  func nightAnswer(_ date: CalendarDate) throws -> Joined<NightReport, ChartTexts> {
    let night = try night(date)
    return Joined(night, ChartTexts(durations: MeasureWording.durations(night.durations)))
  }

  /// The nights that ended in a range of days.
  func nightsAnswer(
    from first: CalendarDate, to last: CalendarDate
  ) throws -> Joined<SleepPeriodReport, ChartTexts> {
    let nights = try nights(from: first, to: last)
    let goal = profile.sleepGoalMinutes
    return Joined(
      nights,
      ChartTexts(durations: MeasureWording.durations(nights.durations + [goal]), axis: nights.axis(goal: goal)))
  }
}
