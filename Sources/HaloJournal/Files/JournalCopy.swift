import GRDB
import SystemPackage

/// Copies an open journal.
enum JournalCopy {
  /// Copies the journal at `path`, whose database is `pool`, to the file `copy`, which will later be renamed to
  /// `destination`.
  static func write(
    _ pool: any DatabaseReader, of path: String, to copy: String, for destination: String,
    _ progress: @escaping (Double) -> Void
  ) throws {
    do {
      let queue = try DatabaseQueue(path: copy)
      defer { try? queue.close() }
      // 16 MB per step.
      try pool.backup(to: queue, pagesPerStep: 4096) { step in
        progress(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
      }
      // A single file without a write-ahead log, which can be read from read-only media.
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    } catch let error as DatabaseError {
      switch error.resultCode {
      // These errors are about the journal: the copy is new, and no other program uses it.
      case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_BUSY, .SQLITE_LOCKED: throw JournalError(error, path: path)
      case .SQLITE_FULL: throw StagedFile.error(.noSpace, destination)
      default: throw JournalError.cannotWrite(path: destination, reason: error.reason)
      }
    }
  }
}
