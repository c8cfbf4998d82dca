import Synchronization

/// The journals that a run of the program opened.
final class OpenJournals: Sendable {
  private let closers = Mutex<[@Sendable () -> Void]>([])

  func add(_ journal: Journal) { closers.withLock { $0.append(journal.closer) } }

  /// Closes the files that tasks still hold, such as those of a connection that is ending: a file that its last program did
  /// not close needs its log, `journal.sqlite-wal`, and a copy of the file alone would lack the latest data.
  func close() { for close in closers.withLock({ $0 }) { close() } }
}
