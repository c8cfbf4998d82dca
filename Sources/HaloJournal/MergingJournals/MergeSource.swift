import GRDB
import SystemPackage

/// Another journal to merge: a private, checked copy with the tables of this version. The file itself is not changed.
public final class MergeSource: Sendable {
  /// The file's name in messages.
  public let name: String
  private let copy: StagedFile

  /// The path of the copy.
  var path: String { copy.path }

  /// Copies a journal.
  ///
  /// - Parameters:
  ///   - path: The path of the other journal, which may be in use.
  ///   - name: Its name in messages.
  ///   - journal: The path of the journal to merge into. The copy is stored beside it.
  ///   - progress: Called with the part that was copied, 0…1.
  /// - Throws: ``MergeError`` about the other journal; ``JournalError`` if there is no space for the copy.
  public init(
    _ path: String, name: String, beside journal: String, progress: @escaping (Double) -> Void = { _ in }
  ) throws {
    if let ours = FileFacts(journal, followsLinks: true),
      FileFacts(path, followsLinks: true)?.isSameFile(as: ours) == true
    {
      throw MergeError.sameJournal(file: name)
    }
    self.name = name
    copy = try StagedFile(for: journal + ".merge")
    do {
      try Journal.stage(path, as: copy.path, for: copy.path, progress)
      let queue = try DatabaseQueue(path: copy.path)
      defer { try? queue.close() }
      _ = try queue.read { try JournalCheck.contents($0, path: path) }
      try Schema.migrator.migrate(queue)
      let expected = try Self.expectedTables()
      guard try queue.read(Self.tables).isSuperset(of: expected) else {
        throw MergeError.unusable(file: name, reason: Phrase("its tables are not those of a journal"))
      }
      try queue.read { try StoredMetric.load($0) }
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    } catch RestoreError.unreadable(_, let reason) {
      throw MergeError.unreadable(file: name, reason: reason)
    } catch JournalError.damaged(_, let reason) {
      throw MergeError.unusable(file: name, reason: reason)
    } catch JournalError.newer {
      throw MergeError.newer(file: name)
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_FULL { throw StagedFile.error(.noSpace, journal) }
      throw MergeError.unusable(file: name, reason: error.reason)
    } catch is RowDecodingError {
      throw MergeError.unusable(file: name, reason: Phrase("a value of the wrong type"))
    }
  }

  /// Calls `body`, which reads the attached copy and writes the journal at `path`. What the contents of a database cause
  /// is an error about this file, unless the journal itself is damaged, and never changes the journal.
  func explainingErrors(of path: String, _ db: Database, _ body: () throws -> Void) throws {
    do { try body() } catch let error where error is DatabaseError || error is RowDecodingError {
      let error = error as? DatabaseError ?? StoredNumber.damaged("a value of the wrong type")
      let ofContents: [ResultCode] = [
        .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG,
      ]
      guard ofContents.contains(error.resultCode) else { throw error }
      _ = try JournalCheck.contents(db, path: path)
      throw MergeError.unusable(file: name, reason: error.reason)
    }
  }

  private static func tables(_ db: Database) throws -> Set<String> {
    try Set(String.fetchAll(db, sql: "SELECT sql FROM sqlite_master WHERE type = 'table' AND sql IS NOT NULL"))
  }

  private static func expectedTables() throws -> Set<String> {
    let queue = try DatabaseQueue()
    try Schema.migrator.migrate(queue)
    return try queue.read(tables)
  }
}
