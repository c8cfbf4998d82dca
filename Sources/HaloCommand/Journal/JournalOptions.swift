import ArgumentParser
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
      // To open a FIFO would wait until another program writes into it.
      (try? FileDescriptor.open(FilePath(path), .readOnly, options: [.nonBlocking]).close()) != nil
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
  static func path(_ journal: String?, isSimulated: Bool) -> String? {
    guard let path = journal ?? JournalLocation.standard else { return nil }
    guard isSimulated, !isChosen(journal) else { return path }
    return path.dropLast("journal.sqlite".count) + "simulated.sqlite"
  }

  /// Whether somebody chose the journal's place.
  static func isChosen(_ journal: String?) -> Bool {
    journal != nil || !(Terminal.environment("HALO_JOURNAL")?.isEmpty ?? true)
  }
}
