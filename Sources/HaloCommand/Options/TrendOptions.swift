import ArgumentParser
import HaloHealth
import HaloReports

/// How many days a trend has.
struct TrendOptions: ParsableArguments {
  @OptionGroup var days: DaysOptions

  @Option(name: .customLong("days"), help: "How many days.")
  var count: Int = 14

  func validate() throws {
    guard (1...3660).contains(count) else { throw ValidationError(Phrase("--days is 1 to 3660.")) }
  }

  /// The reports of the wearer, of whom there must be data, with the first and the last day to show.
  func reports() throws -> (reports: Reports, first: CalendarDate, last: CalendarDate) {
    let (reports, first, last) = try days.reports()
    return (reports, max(first, last.adding(days: 1 - count)), last)
  }
}
