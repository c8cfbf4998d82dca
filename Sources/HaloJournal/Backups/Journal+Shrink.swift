import GRDB

extension Journal {
  /// Gives back the room of what was erased, so that no byte of it stays in the file. Blocks for seconds where the journal is large.
  ///
  /// - Throws: ``JournalError``, `busy` where somebody else reads for too long.
  public func shrink() throws {
    do {
      try pool.vacuum()
      // The log beside the file holds pages as they were before.
      _ = try pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
    } catch let error as DatabaseError {
      throw JournalError(error, path: path)
    }
  }
}
