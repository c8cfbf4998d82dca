import GRDB

extension Journal {
  /// Returns whether a file is a journal of an earlier version of Halo, which is updated when it is opened.
  ///
  /// - Throws: ``JournalError``.
  public static func isOfEarlierVersion(_ path: String) throws -> Bool {
    try explainingErrors(path) {
      try withoutChanging(path) { try 1..<Schema.migrator.migrations.count ~= schema($0) }
    }
  }

  /// Gives a new or older journal this version's tables. Each migration is a transaction: an interrupted update continues when the
  /// journal is opened again. A copy of an older journal as it was is made first.
  ///
  /// - Returns: The path of the copy; `nil` if there was none to make.
  /// - Throws: ``JournalError/notUpdated(path:reason:)`` if there can be no copy; then nothing was changed.
  static func update(_ pool: DatabasePool, path: String) throws -> String? {
    guard try pool.read({ try !Schema.migrator.hasCompletedMigrations($0) }) else { return nil }
    let copy = try copyBeforeUpdate(pool, path: path)
    let settings = PageSettingsFile(beside: path)
    try migrate(pool, Schema.migrator { try settings?.takeOver($0) })
    settings?.move(to: copy)
    return copy
  }

  private static func migrate(_ pool: DatabasePool, _ migrator: DatabaseMigrator) throws {
    let before = try pool.read(schema)
    do { try migrator.migrate(pool) } catch {
      // Two programs may update a journal at once: each migration is done by one of them, and fails for the other.
      guard try pool.read(schema) > before else { throw error }
      try migrate(pool, migrator)
    }
  }

  /// How many migrations a journal has behind it.
  private static func schema(_ db: Database) throws -> Int { try Schema.migrator.completedMigrations(db).count }

  /// Makes the copy, `journal.sqlite.schema-5` after five migrations. One of that name, of an update that was interrupted or of a time
  /// when an earlier version was used again, is replaced.
  private static func copyBeforeUpdate(_ pool: DatabasePool, path: String) throws -> String? {
    let before = try pool.read(schema)
    guard before > 0 else { return nil }
    let name = "\(path).schema-\(before)"
    do {
      let copy = try StagedFile(for: name, replaces: true)
      try write(pool, of: path, to: copy.path, for: name) { _ in }
      // Another program may have updated the journal meanwhile, and made its copy.
      guard try withoutChanging(copy.path, schema) == before else { return nil }
      try copy.publish()
    } catch JournalError.cannotWrite(_, let reason) {
      throw JournalError.notUpdated(path: path, reason: reason)
    }
    return name
  }
}
