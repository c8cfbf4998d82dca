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
    try Self.openIfThere(journal, isSimulated: isSimulated)
  }

  /// Opens the journal that is chosen, or the usual one, where it is there.
  static func openIfThere(_ journal: String?, isSimulated: Bool) throws -> Journal? {
    guard let path = path(journal, isSimulated: isSimulated),
      (try? FileDescriptor.open(FilePath(path), .readOnly).close()) != nil
    else { return nil }
    return try open(path)
  }

  /// Opens the journal to look at it, which needs one.
  func openToShow(isSimulated: Bool = RadioOptions.isSimulatedByDefault) throws -> Journal {
    if let journal = try openIfThere(isSimulated: isSimulated) { return journal }
    let path = Self.path(journal, isSimulated: isSimulated) ?? "(no home folder)"
    StandardError.write(
      "halo: there is no journal \(path) yet. 'halo pair' keeps a ring, and 'halo sync' brings home what it knows.\n")
    throw ExitCode(EX.dataError)
  }

  /// Opens the journal, which is made where there is none. `isSimulated` keeps made-up wearers apart from people.
  func open(isSimulated: Bool = RadioOptions.isSimulatedByDefault) throws -> Journal {
    guard let path = Self.path(journal, isSimulated: isSimulated) else {
      StandardError.write(
        "halo: there is no home folder to keep a journal in. Say where with --journal or HALO_JOURNAL.\n")
      throw ExitCode(EX.usage)
    }
    return try Self.open(path)
  }

  private static func open(_ path: String) throws -> Journal {
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
  private static func path(_ journal: String?, isSimulated: Bool) -> String? {
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
    case .full, .readOnly, .cannotWrite, .other: EX.ioError
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
    let journal = try self.journal.openToShow()
    try Self.check(wearer, in: journal)
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

/// A day as people write it.
func parseDate(_ text: String) throws -> CalendarDate {
  guard let date = CalendarDate(text) else {
    throw ValidationError("'\(text)' is not a day; write it as in 2025-12-15.")
  }
  return date
}
