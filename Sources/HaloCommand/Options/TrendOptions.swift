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

  /// The journal and its days, in order.
  func range() throws -> (journal: Journal, first: CalendarDate, last: CalendarDate) {
    let (journal, last) = try days.newest()
    return (journal, first(before: last), last)
  }

  /// The first day of those that end with `last`.
  func first(before last: CalendarDate) -> CalendarDate { last.adding(days: 1 - count) }
}
