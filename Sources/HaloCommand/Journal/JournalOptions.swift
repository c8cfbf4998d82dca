import HaloDaemon
import SystemPackage

/// The options that select the journal, for commands without a radio. See ``JournalFileOption`` for the order.
struct JournalOptions: ParsableArguments {
  /// The file that `--journal` names.
  @Option(help: JournalFileOption.help) var journal: String?

  @Option(
    help:
      "'simulated' for the journal of simulated devices (default: HALO_RADIO, otherwise the journal of real devices).")
  var radio: RadioOptions.Kind?

  private var file: JournalFileOption { JournalFileOption(journal) }

  /// True for the journal of simulated devices.
  var isSimulated: Bool { radio.map { $0 == .simulated } ?? RadioOptions.isSimulatedByDefault }

  /// Opens the journal to read it. Throws if it does not exist. Outdated values are computed first, unless the command
  /// needs none.
  func openExisting(needsValues: Bool = true) throws -> Journal {
    let journal = try file.openExisting(isSimulated: isSimulated)
    if needsValues { Self.updateOutdated(journal) }
    return journal
  }

  /// Opens the journal, which is created if it does not exist.
  func open() throws -> Journal { try file.open(isSimulated: isSimulated) }

  /// Advice to add if the journal has nothing to show; begins with a space. Empty if the other journal does not exist.
  var adviceIfEmpty: String { file.adviceIfEmpty(isSimulated: isSimulated) }
}

extension JournalOptions {
  /// Computes values that a killed program, another program or an earlier version left outdated. Reports it if another
  /// program is writing to the journal, or if it is read-only.
  static func updateOutdated(_ journal: Journal) {
    let progress = ProgressLine()
    defer { progress.clear() }
    do {
      try DerivedMetricsUpdater(journal).updateOutdated {
        progress.show("Computing all values again …")
        try journal.checkWritable()
      }
    } catch {
      progress.clear()
      StandardError.report(
        """
        computed values in \(journal.path) are outdated, because the journal cannot be written now. 'halo rebuild' \
        computes them when it can.
        """)
    }
  }

  /// The path of the journal; `nil` if there is no home folder.
  static func path(_ journal: String?, isSimulated: Bool) -> String? {
    guard let path = journal ?? JournalLocation.path(EnvironmentVariable.all) else { return nil }
    guard isSimulated, !isChosen(journal) else { return path }
    return path.dropLast("journal.sqlite".count) + "simulated.sqlite"
  }

  /// True if `--journal` or `HALO_JOURNAL` names the journal.
  static func isChosen(_ journal: String?) -> Bool {
    journal != nil || !(EnvironmentVariable.value("HALO_JOURNAL")?.isEmpty ?? true)
  }

  /// True if the file at `path` can be opened.
  static func exists(_ path: String) -> Bool {
    // Without `nonBlocking`, opening a FIFO blocks until another program writes to it.
    (try? FileDescriptor.open(FilePath(path), .readOnly, options: [.nonBlocking]).close()) != nil
  }
}
