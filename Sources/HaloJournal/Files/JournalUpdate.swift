import GRDB
import HaloLibc

/// Updates a journal of an earlier version to this version's tables.
enum JournalUpdate {
  /// True if a file is a journal of an earlier version.
  static func isDue(_ path: String) throws -> Bool {
    try JournalFile.withoutChanging(path) { try 1..<Schema.migrator.migrations.count ~= schema($0) }
  }

  /// Creates or updates the tables. Each migration is a transaction, so that an interrupted update continues when the
  /// journal is opened again. An older journal is copied first.
  ///
  /// - Returns: The path of the copy; `nil` if no copy was needed.
  /// - Throws: ``JournalError/notUpdated(path:reason:)`` if the copy fails; nothing was changed then.
  static func update(_ pool: DatabasePool, path: String) throws -> String? {
    guard try pool.read({ try !Schema.migrator.hasCompletedMigrations($0) }) else { return nil }
    let copy = try copyBeforeUpdate(pool, path: path)
    let settings = PageSettingsFile(beside: path)
    do { try migrate(pool, Schema.migrator { try settings?.importSettings($0) }) } catch {
      // Without any completed migration the journal is unchanged, so the copy is deleted. The next attempt makes it
      // again.
      if let copy, try pool.read(schema) == JournalFile.withoutChanging(copy, schema) { unlink(copy) }
      throw error
    }
    // An open reader would use cached statements with the columns of the older tables.
    pool.invalidateReadOnlyConnections()
    settings?.move(to: copy)
    return copy
  }

  private static func migrate(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
    let before = try pool.read(schema)
    do { try migrator.migrate(pool) } catch {
      // Two programs may update a journal at once: each migration succeeds in one of them and fails in the other.
      guard try pool.read(schema) > before else { throw error }
      try migrate(pool, migrator)
    }
  }

  /// The number of completed migrations of a journal.
  private static func schema(_ db: Database) throws -> Int { try Schema.migrator.completedMigrations(db).count }

  /// Makes the copy, named `journal.sqlite.schema-5` after five migrations, or `journal.sqlite.schema-5-2` if that name
  /// is taken.
  private static func copyBeforeUpdate(_ pool: DatabasePool, path: String) throws -> String? {
    let before = try pool.read(schema)
    // Without a wearer there is no data: a program was interrupted while it created the journal.
    guard before > 0, try pool.read({ try $0.exists("SELECT 1 FROM wearer") }) else { return nil }
    let names = (1...1000).lazy.map { "\(path).schema-\(before)" + ($0 == 1 ? "" : "-\($0)") }
    guard let name = names.first(where: { FileFacts($0) == nil }) else {
      throw JournalError.notUpdated(path: path, reason: Phrase("a thousand copies exist already"))
    }
    do {
      let copy = try StagedFile(for: name)
      try JournalCopy.write(pool, of: path, to: copy.path, for: name) { _ in }
      // Another program may have made a copy and updated the journal in the meantime.
      guard try JournalFile.withoutChanging(copy.path, schema) == before else { return nil }
      try copy.publish()
    } catch JournalError.cannotWrite(_, let reason) {
      // Another program that updates the journal at the same time has made the same copy.
      if FileFacts(name) != nil { return nil }
      throw JournalError.notUpdated(path: path, reason: reason)
    }
    return name
  }
}
