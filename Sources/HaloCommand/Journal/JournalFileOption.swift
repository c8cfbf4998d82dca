/// The option `--journal`, for commands with ``RadioOptions``. Commands without a radio use ``JournalOptions``.
///
/// Every command uses `--journal`, then `HALO_JOURNAL`, then a file in the user's data folder: `simulated.sqlite` for
/// the simulated radio, otherwise `journal.sqlite`.
struct JournalFileOption: ParsableArguments {
  @Option(help: help) var journal: String?

  static let help = ArgumentHelp(
    """
    The journal (default: HALO_JOURNAL, otherwise halo/journal.sqlite in the user's data folder, or \
    halo/simulated.sqlite with --radio simulated).
    """, valueName: "file")

  init() {}

  init(_ journal: String?) { self.journal = journal }

  /// Opens the journal; returns nil if it does not exist.
  func openIfExists(isSimulated: Bool) throws -> Journal? {
    guard let path = JournalOptions.path(journal, isSimulated: isSimulated), JournalOptions.exists(path) else {
      return nil
    }
    return try Self.open(path)
  }

  /// Opens the journal to read it. Throws if it does not exist.
  func openExisting(isSimulated: Bool) throws -> Journal {
    if let journal = try openIfExists(isSimulated: isSimulated) { return journal }
    let path = JournalOptions.path(journal, isSimulated: isSimulated) ?? Phrase("(no home folder)").text
    let radio = isSimulated ? " --radio simulated" : ""
    throw Failure(
      EX.dataError,
      OtherJournal(journal, isSimulated: isSimulated).map {
        Phrase(
          """
          there is no journal \(path). \($0.advice) Or pair a device with 'halo pair\(radio)', then run 'halo sync\(radio)'.
          """)
      } ?? Phrase("there is no journal \(path). Pair a device with 'halo pair\(radio)', then run 'halo sync\(radio)'."))
  }

  /// Opens the journal, which is created if it does not exist.
  func open(isSimulated: Bool) throws -> Journal {
    guard let path = JournalOptions.path(journal, isSimulated: isSimulated) else {
      throw Failure(EX.usage, "there is no home folder for the journal. Set its path with --journal or HALO_JOURNAL.")
    }
    return try Self.open(path)
  }

  /// Advice to add if the journal has nothing to show; begins with a space. Empty if the other journal does not exist.
  func adviceIfEmpty(isSimulated: Bool) -> String {
    OtherJournal(journal, isSimulated: isSimulated).map { " " + $0.advice.text } ?? ""
  }

  private static func open(_ path: String) throws -> Journal {
    let journal = try Journal(path: path)
    ProgramContext.current.journals.add(journal)
    if let copy = journal.copyBeforeUpdate {
      StandardError.report(
        """
        the journal was updated to this version of Halo. 'halo rebuild' computes the values that earlier versions did \
        not. \(copy) is a copy from before the update for earlier versions; you may delete it.
        """)
    }
    return journal
  }
}
