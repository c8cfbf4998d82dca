import ArgumentParser
import HaloEngine
import HaloJournal
import SystemPackage

/// `halo rebuild`: samples made again from frames.
struct RebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Make all samples again from the frames that are kept, as after a better decoder.",
    discussion: """
      What was imported stays. All of it is done, or nothing; a copy first ('halo backup') does no harm.

      EXIT STATUS: 0.
      """)

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let journal = try journalOptions.open()
    let progress = ProgressLine(isShown: Terminal.isTerminal(.standardError))
    let changes = try report {
      try Reader(journal).rebuild { done, total in progress.show("Reading session \(done) of \(total) …") }
    }
    progress.clear()
    let changed = changes.after - changes.same
    let gone = changes.before - changes.same
    try StandardOutput.write(
      text: """
        \(Words.counted(changes.sessions, "session")) read again: \(Words.counted(changes.after, "sample")), \(changed == 0 && gone == 0 ? "all as they were" : "\(Words.grouped(changes.same)) as they were, \(Words.grouped(changed)) new or other, \(Words.grouped(gone)) gone or other").

        """)
  }
}

/// `halo backup`: a copy of the journal.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the whole journal into a new file.",
    discussion: """
      The copy is a journal itself: 'halo today --journal copy.sqlite' reads it.

      EXIT STATUS: 0; 66 where the file is there already or cannot be made; 74 where no room is left.
      """)

  @Argument(help: ArgumentHelp("The new file.", valueName: "file"))
  var file: String
  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let journal = try journalOptions.open()
    do {
      try journal.backUp(to: file)
    } catch let error as JournalError {
      StandardError.write("halo: \(error)\n")
      throw ExitCode(error.exitStatus)
    }
    try StandardOutput.write(text: "\(journal.path) was copied to \(file).\n")
  }
}
