public import HaloHealth
import HaloInsights
public import HaloJournal

extension Reports {
  /// Daily activity in a range, in order and including days without data, compared with the preceding days.
  ///
  /// - Parameters:
  ///   - first: The first day.
  ///   - last: The last day, included.
  ///   - detail: With ``ReportDetail/samples``, each day includes its coverage.
  ///   - movement: Loads the movement of a range of days; `nil` reads the journal.
  public func activity(
    from first: CalendarDate, to last: CalendarDate, _ detail: ReportDetail = .columns,
    movement: ((CalendarDate, CalendarDate) throws -> [CalendarDate: DayMovement])? = nil
  ) throws -> ActivityReport {
    let dates = CalendarDate.days(from: first, to: last)
    let start = dates.count > PeriodComparison.longest ? first : PeriodComparison.start(from: first, to: last)
    let moved = try movement?(start, last) ?? journal.movement(of: wearer, from: start, to: last)
    let minutes = Dictionary(
      try journal.derivedPoints(.activeMinutes, of: wearer, from: first, to: last).map { ($0.date, $0.value) }
    ) { $1 }
    let partialDays = try journal.partialDays(of: wearer, from: start, to: last)
    let marks = try detail == .samples ? journal.coverage(of: wearer, from: first, to: last) : nil
    let newest = moved.keys.max()
    let days = ActivityReport.Days(
      date: dates, steps: dates.map { moved[$0]?.steps },
      distance: dates.map { moved[$0]?.meters }, energy: dates.map { moved[$0]?.kilocalories?.rounded() },
      activeMinutes: dates.map { minutes[$0].map { Int($0.rounded()) } },
      complete: dates.map { date in newest.map { date <= $0 } ?? false && !partialDays.contains(date) },
      coverage: marks.map { marks in dates.map { marks[$0].flatMap { CoverageReport($0).brief } } })
    let known = try journal.daysWithData(of: wearer, from: first, to: last).subtracting(partialDays).count
    let steps = PeriodComparison(
      from: first, to: last,
      moved.compactMap { date, day in
        partialDays.contains(date) ? nil : day.steps.map { (date: date, value: Double($0)) }
      }, known: known)
    return ActivityReport(days, steps, known: known, goal: profile.stepGoal)
  }
}

extension Journal {
  /// The days of a wearer with incomplete data: not synced to their end, or days on which wear or an import began or
  /// ended. They are excluded from means, which would be too low.
  public func partialDays(
    of wearer: String, from first: CalendarDate, to last: CalendarDate
  ) throws -> Set<CalendarDate> {
    Set(try coverage(of: wearer, from: first, to: last, withGaps: false).filter { !$0.value.counts }.keys)
  }
}
