import HaloDaemon
import ArgumentParser
import HaloJournal
import HaloReports
import SystemPackage

/// `halo restore`: puts a backup in the journal's place.
struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Put a backup in the journal's place.",
    discussion: """
      The backup is checked and copied first, and put in place in one step; it stays where it is. If there is a journal, --replace is \
      needed, and the old one is kept under another name, such as journal.replaced-1.sqlite. No program may use the journal meanwhile: \
      stop 'halo daemon' and 'halo serve' before.

      EXAMPLES:
        halo restore copy.sqlite
        halo restore copy.sqlite --replace --journal old.sqlite

      EXIT STATUS: 0; 65 if the backup is damaged, no journal or of a newer version; 66 if it cannot be read; 73 if there is a journal \
      already; 74 if the journal cannot be written, or no room is left; 75 if the journal is in use.
      """)

  @Argument(help: ArgumentHelp("What 'halo backup' wrote.", valueName: "backup"))
  var backup: String

  @Flag(help: "Replace the journal that is there; it is kept under another name.")
  var replace = false

  @OptionGroup var journalOptions: JournalOptions

  func run() throws {
    guard let path = JournalOptions.path(journalOptions.journal, isSimulated: journalOptions.isSimulated) else {
      StandardError.report("there is no home folder to keep a journal in. Choose a file with --journal.")
      throw ExitCode(EX.usage)
    }
    let progress = ProgressLine(isShown: Terminal.isTerminal(.standardError))
    defer { progress.clear() }
    let restoration = try report {
      try Self.checkNoDaemonHas(path)
      return try Journal.restore(backup, to: path, replacing: replace) {
        progress.show("Copying: \(Int($0 * 100)) % …")
      }
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
      Phrase("\(path) is restored from \(backup)."),
      Phrase("It holds \(days ?? Phrase("no days yet")); devices: \(devices)."))
    if let kept = restoration.kept { try StandardOutput.write(Phrase("The journal that was there is now \(kept).")) }
    try StandardOutput.write(
      Phrase("'halo today' shows it. 'halo sync' adds what the devices still have of the days since."))
  }
}

extension RestoreError: ReportedError {
  /// The exit status that fits.
  var exitStatus: Int32 {
    switch self {
    case .unreadable: EX.noInput
    case .unusable, .newer: EX.dataError
    case .journalExists: EX.cannotCreate
    case .inUse: EX.temporary
    }
  }
}
