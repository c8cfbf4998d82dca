/// Options of the commands that show the last days or months as a table.
struct PeriodOptions: ParsableArguments {
  @OptionGroup var days: DaysOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  /// Shows the last `count` days, or fewer if the data begins later.
  func show(days count: Int) throws {
    try show { reports, first, last in try reports.period(from: max(first, last.adding(days: 1 - count)), to: last) }
  }

  /// Shows the last twelve months, or fewer if the data begins later.
  func showYear() throws {
    try show { reports, first, last in
      let begin = CalendarDate(year: last.year - (last.month == 12 ? 0 : 1), month: last.month % 12 + 1, day: 1)
      return try reports.months(from: max(first, begin ?? first), to: last)
    }
  }

  private func show(_ period: (Reports, CalendarDate, CalendarDate) throws -> PeriodReport) throws {
    let (reports, first, last) = try days.reports()
    let shown = try period(reports, first, last)
    let title = Phrase("\(shown.from, .short) to \(shown.to, .short)").text
    try StandardOutput.write(shown, json: json) { PeriodView(report: shown, title: title).draw(on: $0) }
  }
}
