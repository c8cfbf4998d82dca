import GRDB

extension Journal {
  /// Shrinks the file and overwrites erased data, so that none of its bytes stay in it. Blocks for seconds if the
  /// journal is large.
  ///
  /// - Throws: ``JournalError``; `busy` if another program reads for too long.
  public func shrink() throws {
    try Self.explainingErrors(path) {
      try pool.vacuum()
      // The write-ahead log contains earlier versions of pages.
      _ = try pool.writeWithoutTransaction { db in try db.checkpoint(.truncate) }
    }
  }
}
