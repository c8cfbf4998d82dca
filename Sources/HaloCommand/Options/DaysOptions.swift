import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloReports
import HaloWearables

/// Which days and whose a command shows.
struct DaysOptions: ParsableArguments {
  @OptionGroup var journal: JournalOptions

  @Option(help: "Whose (default: everybody's).")
  var wearer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day to show (default: the newest with something in it).", valueName: "day"),
    transform: parseDate)
  var until: CalendarDate?

  /// Opens the journal and finds its newest day, which must exist.
  func newest() throws -> (journal: Journal, day: CalendarDate) {
    let (journal, day) = try newestIfAny()
    guard let day else {
      let empty =
        wearer.map { Phrase("there is no data in the journal \(journal.path) of \($0) yet.") }
        ?? Phrase("there is no data in the journal \(journal.path) yet.")
      let advice = Phrase("\(empty) Pair a device with 'halo pair', then run 'halo sync'.")
      StandardError.report(Phrase("\(advice)\(self.journal.adviceIfEmpty)"))
      throw ExitCode(EX.dataError)
    }
    return (journal, day)
  }

  /// Opens the journal and finds its newest day; `nil` if it has no data.
  func newestIfAny() throws -> (journal: Journal, day: CalendarDate?) {
    let journal = try self.journal.openToShow()
    try Self.check(wearer, in: journal)
    if let until { return (journal, until) }
    // What a clock that was wrong dated into the future is not the newest day; a simulated journal may lie there entirely.
    let today = WallTime.system.moment.wallClock.date
    return (journal, try report { try journal.knownDays(of: wearer, notAfter: today) }?.upperBound)
  }
}

extension DaysOptions {
  /// Two people's steps are not one person's: where there are several, it is to be said whose.
  static func check(_ wearer: String?, in journal: Journal) throws {
    let wearers = try report { try journal.wearers() }
    if let wearer {
      guard !wearers.contains(wearer) else { return }
      StandardError.report("no wearer in the journal is called '\(wearer)'. There are \(.names(wearers)).")
    } else {
      guard wearers.count > 1 else { return }
      let names = Phrase.all(wearers.map { Phrase(verbatim: $0) }) ?? ""
      StandardError.report("whose? The journal is of \(names): say --wearer.")
    }
    throw ExitCode(EX.usage)
  }
}
