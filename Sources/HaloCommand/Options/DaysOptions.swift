import ArgumentParser
import HaloBluetooth
import HaloHealth
import HaloJournal
import HaloReports
import HaloWearables

/// Which days and whose a command shows.
struct DaysOptions: ParsableArguments {
  @OptionGroup var journal: JournalOptions

  @Option(help: "The wearer (default: all wearers).")
  var wearer: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The last day to show (default: the newest with something in it).", valueName: "day"),
    transform: parseDate)
  var until: CalendarDate?

  /// Opens the journal and finds its newest day; `nil` if it has no data.
  ///
  /// What a clock that was wrong dated into the future is not the newest day; a simulated journal may lie there entirely.
  func open() throws -> (journal: Journal, known: ClosedRange<CalendarDate>?) {
    let journal = try self.journal.openToShow()
    try Self.check(wearer, in: journal)
    let today = WallTime.system.moment.wallClock.date
    return (journal, try report { try journal.knownDays(of: wearer, notAfter: today) })
  }

  /// The reports of the wearer, of whom there must be data, the first day with data and the last one to show.
  func reports() throws -> (reports: Reports, first: CalendarDate, last: CalendarDate) {
    let (journal, known) = try open()
    guard let known, let reports = try report({ try journal.reports(of: wearer) }) else {
      let empty =
        wearer.map { Phrase("there is no data in the journal \(journal.path) of \($0) yet.") }
        ?? Phrase("there is no data in the journal \(journal.path) yet.")
      let advice = Phrase("\(empty) Pair a device with 'halo pair', then run 'halo sync'.")
      StandardError.report(Phrase("\(advice)\(self.journal.adviceIfEmpty)"))
      throw ExitCode(EX.dataError)
    }
    let last = until ?? known.upperBound
    guard last >= known.lowerBound else { throw Self.nothing(of: last, in: journal, known) }
    return (reports, known.lowerBound, last)
  }
}

extension DaysOptions {
  /// Reports that there is no data of a day, and which days have data.
  static func nothing(of date: CalendarDate, in journal: Journal, _ known: ClosedRange<CalendarDate>?) -> ExitCode {
    let nothing = Phrase("there is no data of \(date.description) in the journal \(journal.path).")
    StandardError.report(
      known.map {
        Phrase("\(nothing) It has days from \($0.lowerBound.description) to \($0.upperBound.description).")
      } ?? nothing)
    return ExitCode(EX.dataError)
  }

  /// Reports a wearer whom the journal does not have, or that none of several was named: two people's steps are not one person's.
  static func check(_ wearer: String?, in journal: Journal) throws {
    let wearers = try report { try journal.wearers() }
    if let wearer {
      try checkExists(wearer, among: wearers)
    } else if wearers.count > 1 {
      let names = Phrase.all(wearers.map { Phrase(verbatim: $0) }) ?? ""
      StandardError.report("the journal has data of \(names): choose one with --wearer.")
      throw ExitCode(EX.usage)
    }
  }

  /// Reports a wearer whom the journal does not have.
  static func checkExists(_ wearer: String, among wearers: [String]) throws {
    guard !wearers.contains(wearer) else { return }
    StandardError.report("no wearer in the journal is called '\(wearer)'. There are \(.names(wearers)).")
    throw ExitCode(EX.usage)
  }
}
