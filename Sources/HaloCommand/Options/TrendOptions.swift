import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports

/// How many days a trend has.
struct TrendOptions: ParsableArguments {
  @OptionGroup var days: DaysOptions

  @Option(name: .customLong("days"), help: "How many days.")
  var count: Int = 14

  func validate() throws {
    guard (1...3660).contains(count) else { throw ValidationError("--days is 1 to 3660.") }
  }

  /// The journal and its days, in order.
  func range() throws -> (journal: Journal, first: CalendarDate, last: CalendarDate) {
    let (journal, last) = try days.newest()
    return (journal, first(before: last), last)
  }

  /// The reports and the days of the wearer, of whom there must be data.
  func reports() throws -> (reports: Reports, first: CalendarDate, last: CalendarDate) {
    let (journal, first, last) = try range()
    guard let reports = try report({ try journal.reports(of: days.wearer) }) else {
      StandardError.write("halo: there is no data in the journal \(journal.path) yet.\n")
      throw ExitCode(EX.dataError)
    }
    return (reports, first, last)
  }

  /// The first day of those that end with `last`.
  func first(before last: CalendarDate) -> CalendarDate { last.adding(days: 1 - count) }
}
