import GRDB
import SystemPackage

/// Copies an open journal.
enum JournalCopy {
  /// Copies a database to another one, 16 MB per step.
  static func fill(
    _ queue: DatabaseQueue, from database: any DatabaseReader, _ progress: @escaping (Double) -> Void
  ) throws {
    try database.backup(to: queue, pagesPerStep: 4096) { step in
      progress(Double(step.completedPageCount) / Double(max(step.totalPageCount, 1)))
    }
  }

  /// Copies the journal at `path`, whose database is `pool`, to the file `copy`, which will later be renamed to
  /// `destination`.
  static func write(
    _ pool: any DatabaseReader, of path: String, to copy: String, for destination: String,
    _ progress: @escaping (Double) -> Void
  ) throws {
    do {
      let queue = try DatabaseQueue(path: copy)
      defer { try? queue.close() }
      try fill(queue, from: pool, progress)
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
