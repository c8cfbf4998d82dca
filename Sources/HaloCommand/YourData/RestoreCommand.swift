import HaloDaemon

/// `halo restore`: restores a backup.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore the journal from a backup.",
    discussion: """
      The backup is verified and copied, then the copy becomes the journal in one atomic step. The backup itself is \
      not changed. If a journal exists, pass --replace: the old journal is kept under another name, such as \
      journal.replaced-1.sqlite. No program may use the journal during the restore: stop 'halo daemon' and 'halo \
      serve' first.

      EXAMPLES:
        halo restore copy.sqlite
        halo restore copy.sqlite --replace --journal old.sqlite

      EXIT STATUS: 0; 65 if the backup is damaged, not a journal or of a newer version; 66 if it cannot be read; 73 \
      if a journal already exists; 74 if the journal cannot be written or the disk is full; 75 if the journal is in \
      use.
      """)

  @Argument(help: ArgumentHelp("A file written by 'halo backup'.", valueName: "backup"))
  var backup: String

  @Flag(help: "Replace the existing journal, which is kept under another name.")
  var replace = false

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    guard let path = JournalOptions.path(journalOptions.journal, isSimulated: journalOptions.isSimulated) else {
      throw Failure(EX.usage, "there is no home folder for the journal. Choose a file with --journal.")
    }
    let progress = ProgressLine()
    defer { progress.clear() }
    try Self.checkNoDaemonHas(path)
    let restoration = try Journal.restore(backup, to: path, replacing: replace) {
      progress.show("Copying: \(Int($0 * 100)) % …")
    }
    progress.clear()
    try write(restoration, path)
  }

  private static func checkNoDaemonHas(_ path: String) throws {
    guard let connection = try DaemonSocket.connect(path: DaemonSocket.ofJournal(path)) else { return }
    defer { connection.close() }
    let daemon =
      connection.process.map { Phrase("the Halo daemon (process \(String($0)))") } ?? Phrase("the Halo daemon")
    throw RestoreError.inUse(path: path, by: daemon.text)
  }

  private func write(_ restoration: Journal.Restoration, _ path: String) throws {
    let contents = restoration.contents
    let days = contents.days.map { days in
      days.lowerBound == days.upperBound
        ? Phrase(verbatim: "\(days.lowerBound)") : Phrase("\("\(days.lowerBound)") to \("\(days.upperBound)")")
    }
    let devices = contents.devices.isEmpty ? Phrase("none") : .names(contents.devices)
    try StandardOutput.write(
      Phrase("\(path) was restored from \(backup)."),
      Phrase("It contains \(days ?? Phrase("no days yet")); devices: \(devices)."))
    if let kept = restoration.kept { try StandardOutput.write(Phrase("The previous journal is now \(kept).")) }
    try StandardOutput.write(
      Phrase("'halo today' shows it. 'halo sync' adds the newer data that the devices still store."))
  }
}
