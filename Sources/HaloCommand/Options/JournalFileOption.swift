import ArgumentParser
import HaloJournal
import HaloReports
import SystemPackage

/// Which journal a command uses that also has ``RadioOptions``; a command without a radio has ``JournalOptions``.
///
/// One rule for all commands: `--journal`, then `HALO_JOURNAL`, then the file in the folder for a person's data, which is
/// `simulated.sqlite` for the simulated radio and `journal.sqlite` otherwise.
struct JournalFileOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The journal (default: HALO_JOURNAL, otherwise halo/journal.sqlite in the folder for a person's data, or \
      halo/simulated.sqlite there with --radio simulated).
      """, valueName: "file"))
  var journal: String?

  /// Opens the journal; returns nil if it does not exist.
  func openIfThere(isSimulated: Bool) throws -> Journal? {
    guard let path = JournalOptions.path(journal, isSimulated: isSimulated), JournalOptions.isThere(path) else {
      return nil
    }
    return try Self.open(path)
  }

  /// Opens the journal to read it, which must exist.
  func openToShow(isSimulated: Bool) throws -> Journal {
    if let journal = try openIfThere(isSimulated: isSimulated) { return journal }
    let path = JournalOptions.path(journal, isSimulated: isSimulated) ?? Phrase("(no home folder)").text
    let radio = isSimulated ? " --radio simulated" : ""
    StandardError.report(
      OtherJournal(journal, isSimulated: isSimulated).map {
        Phrase(
          """
          there is no journal \(path). \($0.advice) Or pair a device with 'halo pair\(radio)', then run 'halo sync\(radio)'.
          """)
      } ?? Phrase("there is no journal \(path). Pair a device with 'halo pair\(radio)', then run 'halo sync\(radio)'."))
    throw ExitCode(EX.dataError)
  }

  /// Opens the journal, which is created if it does not exist.
  func open(isSimulated: Bool) throws -> Journal {
    guard let path = JournalOptions.path(journal, isSimulated: isSimulated) else {
      StandardError.report("there is no home folder to keep a journal in. Say where with --journal or HALO_JOURNAL.")
      throw ExitCode(EX.usage)
    }
    return try Self.open(path)
  }

  /// Advice to add if the journal has nothing to show; begins with a space. Empty if the other journal does not exist.
  func adviceIfEmpty(isSimulated: Bool) -> String {
    OtherJournal(journal, isSimulated: isSimulated).map { " " + $0.advice.text } ?? ""
  }

  private static func open(_ path: String) throws -> Journal {
    do {
      let journal = try Journal(path: path)
      if let copy = journal.copyBeforeUpdate {
        StandardError.report(
          """
          the journal was updated to this version of Halo. 'halo rebuild' computes what earlier versions did not. The copy \(copy) is as it \
          was before: earlier versions read it, and you may delete it.
          """)
      }
      return journal
    } catch let error as JournalError {
      StandardError.report("\(error)")
      throw ExitCode(error.exitStatus)
    }
  }
}
