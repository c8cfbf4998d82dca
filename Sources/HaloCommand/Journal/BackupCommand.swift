import ArgumentParser
import HaloJournal
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `halo backup`: a copy of the journal.
struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Write a copy of the whole journal into a new file.",
    discussion: """
      The copy is a journal itself: 'halo today --journal copy.sqlite' reads it.

      EXIT STATUS: 0; 74 where the file is there already, cannot be made, or no room is left.
      """)

  @Argument(help: ArgumentHelp("The new file, '-' for standard output.", valueName: "file"))
  var file: String
  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let journal = try journalOptions.openToShow()
    guard file != "-" else { return try write(journal) }
    try backUp(journal, to: file)
    try StandardOutput.write(text: "\(journal.path) was copied to \(file).\n")
  }

  /// Writes the copy to standard output, by way of a file: SQLite writes nothing else.
  private func write(_ journal: Journal) throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "halo-backup-\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: copy) }
    try backUp(journal, to: copy.path())
    let file = try FileDescriptor.open(FilePath(copy.path()), .readOnly, options: [.closeOnExec])
    // Whatever ends this, no copy stays.
    try? FileManager.default.removeItem(at: copy)
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try bytes.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
      try StandardOutput.write(bytes.prefix(count))
    }
  }

  private func backUp(_ journal: Journal, to path: String) throws {
    do {
      try journal.backUp(to: path)
    } catch let error as JournalError {
      StandardError.write("halo: \(error)\n")
      throw ExitCode(error.exitStatus)
    }
  }
}
