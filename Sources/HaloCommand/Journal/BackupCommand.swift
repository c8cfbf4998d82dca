import ArgumentParser
import HaloJournal

/// `halo backup`: a copy of the journal.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the whole journal into a new file.",
    discussion: """
      The copy is a journal itself: 'halo today --journal copy.sqlite' reads it.

      EXIT STATUS: 0; 74 where the file is there already, cannot be made, or no room is left.
      """)

  @Argument(help: ArgumentHelp("The new file.", valueName: "file"))
  var file: String
  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let journal = try journalOptions.openToShow()
    do {
      try journal.backUp(to: file)
    } catch let error as JournalError {
      StandardError.write("halo: \(error)\n")
      throw ExitCode(error.exitStatus)
    }
    try StandardOutput.write(text: "\(journal.path) was copied to \(file).\n")
  }
}
