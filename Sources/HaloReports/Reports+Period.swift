extension Reports {
  /// Returns a table with a row for each day of a range, and the means.
  public func period(from first: CalendarDate, to last: CalendarDate) throws -> PeriodReport {
    let values = try PeriodValues(journal, wearer, from: first, to: last, marks: !isByDeviceClock)
    return PeriodReport(
      from: first, to: last, step: .day, rows: CalendarDate.days(from: first, to: last).map(values.row),
      averages: values.means(from: first, to: last, date: nil))
  }

  /// Returns a table with a row for each month, with the means of its days, and the means of all days. `first` must be
  /// the first day of a month.
  public func months(from first: CalendarDate, to last: CalendarDate) throws -> PeriodReport {
    let values = try PeriodValues(journal, wearer, from: first, to: last, marks: false)
    let months = Dictionary(grouping: CalendarDate.days(from: first, to: last)) { $0.adding(days: 1 - $0.day) }
    let rows = months.sorted { $0.key < $1.key }.map { month, days in
      values.means(from: days[0], to: days[days.count - 1], date: month) ?? PeriodReport.Row(date: month, days: [:])
    }
    return PeriodReport(
      from: first, to: last, step: .month, rows: rows, averages: values.means(from: first, to: last, date: nil))
  }
}
