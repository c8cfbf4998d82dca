import HaloFoundation
import SystemPackage

/// `halo backup`: copies the journal.
struct BackupCommand: DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the whole journal to a new file.",
    discussion: """
      The file gets its name once the copy is complete, verified and on the disk. Until then it is in a folder \
      beside the file, such as copy.sqlite.halo-part-1. If Halo is killed, the next backup to the same file removes \
      that folder. The copy is a journal itself: 'halo today --journal copy.sqlite' reads it, and 'halo restore \
      copy.sqlite' replaces the journal with it.

      EXIT STATUS: 0; 65 if the journal is damaged; 74 if the file already exists or cannot be created, or the disk \
      is full.
      """)

  @Argument(help: ArgumentHelp("The new file, or '-' for standard output.", valueName: "file"))
  var file: String
  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    let journal = try journalOptions.openExisting(needsValues: false)
    guard file != "-" else { return try write(journal) }
    try backUp(journal, to: file)
    try StandardOutput.write(Phrase("\(journal.path) was copied to \(file)."))
  }

  /// Writes the copy to standard output through a temporary file, because SQLite can only back up to a file.
  private func write(_ journal: Journal) throws {
    let copy = FileManager.default.temporaryDirectory.appending(path: "halo-backup-\(UUID()).sqlite")
    defer { try? FileManager.default.removeItem(at: copy) }
    try backUp(journal, to: copy.path())
    let file = try FileDescriptor.open(FilePath(copy.path()), .readOnly, options: [.closeOnExec])
    // Unlink the copy now, so that it disappears even if the process is killed.
    try? FileManager.default.removeItem(at: copy)
    defer { try? file.close() }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try bytes.withUnsafeMutableBytes({ try file.read(into: $0) }), count > 0 {
      try StandardOutput.write(bytes.prefix(count))
    }
  }

  private func backUp(_ journal: Journal, to path: String) throws {
    let progress = ProgressLine()
    defer { progress.clear() }
    try journal.backUp(to: path) { progress.show("Copying: \(Int($0 * 100)) % …") }
  }

  var clientFile: ClientFile? { .write(file) }
}
