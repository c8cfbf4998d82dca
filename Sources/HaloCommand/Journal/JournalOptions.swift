import ArgumentParser
import HaloEngine
import HaloHealth
import HaloJournal
import SystemPackage

/// Which journal a command uses.
struct JournalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The journal (default: HALO_JOURNAL, otherwise halo/journal.sqlite in the folder for a person's data; the simulated radio's \
      devices have a file of their own there).
      """, valueName: "file"))
  var journal: String?

  /// Opens the journal where there is one.
  func openIfThere(isSimulated: Bool) throws -> Journal? {
    guard let path = path(isSimulated: isSimulated),
      (try? FileDescriptor.open(FilePath(path), .readOnly).close()) != nil
    else { return nil }
    return try open(isSimulated: isSimulated)
  }

  /// Opens the journal, which is made where there is none. `isSimulated` keeps made-up wearers apart from people.
  func open(isSimulated: Bool = RadioOptions.isSimulatedByDefault) throws -> Journal {
    guard let path = path(isSimulated: isSimulated) else {
      StandardError.write(
        "halo: there is no home folder to keep a journal in. Say where with --journal or HALO_JOURNAL.\n")
      throw ExitCode(EX.usage)
    }
    do {
      return try Journal(path: path)
    } catch let error as JournalError {
      StandardError.write("halo: \(error)\n")
      throw ExitCode(error.exitStatus)
    }
  }
}

extension JournalOptions {
  /// Where the journal is; `nil` where there is no home.
  private func path(isSimulated: Bool) -> String? {
    guard let path = journal ?? JournalLocation.standard else { return nil }
    let isChosen = journal != nil || !(Terminal.environment("HALO_JOURNAL")?.isEmpty ?? true)
    guard isSimulated, !isChosen else { return path }
    return path.dropLast("journal.sqlite".count) + "simulated.sqlite"
  }
}

extension JournalError {
  /// The exit status that fits.
  var exitStatus: Int32 {
    switch self {
    case .full, .readOnly, .other: EX.ioError
    case .cannotOpen: EX.noInput
    case .damaged, .newer: EX.dataError
    case .busy: EX.temporary
    }
  }
}

/// Which days and whose a command shows.
struct DaysOptions: ParsableArguments {
  @OptionGroup var journal: JournalOptions

  @Option(help: "Whose (default: everybody's).")
  var wearer: String?

  @Option(
    help: ArgumentHelp("The last day to show (default: the newest with something in it).", valueName: "YYYY-MM-DD"),
    transform: parseDate)
  var until: CalendarDate?

  /// Opens the journal and finds its newest day.
  func newest() throws -> (journal: Journal, day: CalendarDate) {
    let journal = try self.journal.open()
    if let until { return (journal, until) }
    guard let span = try journal.span(wearer: wearer) else {
      StandardError.write(
        """
        halo: there is nothing in the journal \(journal.path)\(wearer.map { " of \($0)" } ?? "") yet. 'halo pair' keeps a ring, and \
        'halo sync' brings home what it knows.

        """)
      throw ExitCode(EX.dataError)
    }
    return (journal, span.upperBound)
  }
}

/// A day as people write it.
func parseDate(_ text: String) throws -> CalendarDate {
  guard let date = CalendarDate(text) else {
    throw ValidationError("'\(text)' is not a day; write it as in 2025-12-15.")
  }
  return date
}
