import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloJournal
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
      StandardError.write(
        """
        halo: there is no data in the journal \(journal.path)\(wearer.map { " of \($0)" } ?? "") yet. Pair a device with 'halo pair', then \
        run 'halo sync'.\(self.journal.adviceIfEmpty)

        """)
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
      StandardError.write(
        "halo: nobody in the journal is called '\(wearer)'. There are \(wearers.joined(separator: ", ")).\n")
    } else {
      guard wearers.count > 1 else { return }
      StandardError.write("halo: whose? The journal is of \(wearers.joined(separator: " and ")): say --wearer.\n")
    }
    throw ExitCode(EX.usage)
  }
}
