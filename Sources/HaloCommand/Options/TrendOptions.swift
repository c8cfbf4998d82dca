/// Options of the commands that show a trend over days.
struct TrendOptions: ParsableArguments {
  @OptionGroup var days: DaysOptions

  @Option(name: .customLong("days"), help: "The number of days.")
  var count: Int = 14

  @Flag(help: "Print JSON instead of a drawing.")
  var json = false

  func validate() throws {
    try check("--days", count, within: 1...3660)
  }

  /// Returns the reports of the wearer with the first and the last day to show. Throws if there is no data.
  func reports() throws -> (reports: Reports, first: CalendarDate, last: CalendarDate) {
    let (reports, first, last) = try days.reports()
    return (reports, max(first, last.adding(days: 1 - count)), last)
  }
}
