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
    guard (1...3660).contains(count) else { throw ValidationError(Phrase("--days is 1 to 3660.")) }
  }

  /// The journal, and the first and last of its days to show, from the first known one on.
  func range() throws -> (journal: Journal, first: CalendarDate, last: CalendarDate) {
    let (journal, last) = try days.newest()
    let known = try report { try journal.knownDays(of: days.wearer) }?.lowerBound ?? last
    return (journal, max(last.adding(days: 1 - count), min(known, last)), last)
  }

  /// The reports and the days of the wearer, of whom there must be data.
  func reports() throws -> (reports: Reports, first: CalendarDate, last: CalendarDate) {
    let (journal, first, last) = try range()
    guard let reports = try report({ try journal.reports(of: days.wearer) }) else {
      StandardError.report(Phrase("There is no data in the journal \(journal.path) yet."))
      throw ExitCode(EX.dataError)
    }
    return (reports, first, last)
  }
}
