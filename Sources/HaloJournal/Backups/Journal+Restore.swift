import GRDB
import HaloLibc
import SystemPackage

extension Journal {
  /// A backup that was restored.
  public struct Restoration: Sendable {
    /// The contents of the backup.
    public let contents: JournalContents
    /// The path of the replaced journal; `nil` if no journal existed.
    public let kept: String?
  }

  /// Restores the journal `backup` to `path`. With `replacing`, an existing journal is renamed first, for example to
  /// `journal.replaced-1.sqlite`. The copy is checked first and put in place atomically. `progress` receives the
  /// fraction written, 0…1.
  ///
  /// - Throws: ``RestoreError``, or ``JournalError`` about `path`.
  public static func restore(
    _ backup: String, to path: String, replacing: Bool, progress: @escaping (Double) -> Void = { _ in }
  ) throws -> Restoration {
    try checkThatItCanBeReplaced(path, by: backup, replacing)
    let folder = FilePath(path).removingLastComponent()
    if !folder.isEmpty { try JournalFile.makeFolder(folder) }
    let copy = try StagedFile(for: path, replaces: replacing)
    try stage(backup, as: copy.path, for: path, progress)
    let contents = try Self.contents(of: copy.path, backup: backup, for: path)
    copyOwner(to: copy.path, of: path)
    // Held until the copy is in place, so that no program starts to use the old journal in the meantime.
    let holder = try replacing ? lockWhole(path) : nil
    defer { try? holder?.close() }
    let kept = try replacing ? keep(path, isWritten: holder != nil) : nil
    do { try copy.publish() } catch {
      if let kept { putBack(kept, to: path) }
      throw error
    }
    return Restoration(contents: contents, kept: kept)
  }

  private static func checkThatItCanBeReplaced(_ path: String, by backup: String, _ replacing: Bool) throws {
    guard let source = FileFacts(backup, followsLinks: true) else {
      throw RestoreError.unreadable(backup: backup, reason: Phrase("\(Errno(rawValue: errno))"))
    }
    guard source.isRegular else {
      throw RestoreError.unreadable(backup: backup, reason: Phrase("it is not a regular file"))
    }
    if let holder = JournalLocks.holder(of: path) { throw RestoreError.inUse(path: path, by: holder) }
    guard let present = FileFacts(path) else { return }
    guard replacing else { throw RestoreError.journalExists(path: path) }
    if source.isSameFile(as: present) {
      throw RestoreError.unusable(backup: backup, reason: Phrase("it is the journal itself"))
    }
  }

  /// Copies a backup's bytes. If a journal is open in another program or was not closed cleanly, SQLite copies it,
  /// including its write-ahead log.
  static func stage(_ backup: String, as copy: String, for path: String, _ progress: @escaping (Double) -> Void)
    throws
  {
    func hasContents(_ path: String) -> Bool { FileFacts(path, followsLinks: true)?.isEmpty == false }
    if hasContents(backup + "-wal") {
      do {
        let source = try JournalFile.open(backup)
        let queue = try DatabaseQueue(path: copy)
        defer { try? queue.close() }
        return try JournalCopy.fill(queue, from: source, progress)
      } catch let error as DatabaseError {
        if error.resultCode == .SQLITE_FULL { throw StagedFile.error(.noSpace, path) }
        throw RestoreError.unreadable(backup: backup, reason: error.reason)
      }
    }
    try copyBytes(backup, to: copy, for: path, progress)
    // Versions before 0.11 left a rollback journal beside a partial backup. With it, SQLite rolls back the unfinished
    // copy.
    if hasContents(backup + "-journal") {
      try copyBytes(backup + "-journal", to: copy + "-journal", for: path)
    }
  }

  private static func copyBytes(
    _ source: String, to copy: String, for path: String, _ progress: (Double) -> Void = { _ in }
  ) throws {
    let input: FileDescriptor
    do { input = try FileDescriptor.open(FilePath(source), .readOnly, options: [.closeOnExec]) } catch {
      throw RestoreError.unreadable(backup: source, reason: Phrase("\(error)"))
    }
    defer { try? input.close() }
    do {
      let output = try FileDescriptor.open(
        FilePath(copy), .writeOnly, options: [.create, .noFollow, .closeOnExec], permissions: .ownerReadWrite)
      try output.closeAfter {
        let size = try input.seek(offset: 0, from: .end)
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        var offset: Int64 = 0
        while case let count = try bytes.withUnsafeMutableBytes({ try input.read(fromAbsoluteOffset: offset, into: $0) }
        ),
          count > 0
        {
          try output.writeAll(bytes.prefix(count))
          offset += Int64(count)
          progress(Double(offset) / Double(max(size, offset)))
        }
      }
    } catch let error as Errno {
      throw StagedFile.error(error, path)
    }
  }

  private static func contents(of copy: String, backup: String, for path: String) throws -> JournalContents {
    do {
      let queue = try DatabaseQueue(path: copy)
      defer { try? queue.close() }
      let contents = try queue.read { try JournalCheck.contents($0, path: backup) }
      try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
      return contents
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_FULL { throw StagedFile.error(.noSpace, path) }
      throw RestoreError.unusable(backup: backup, reason: error.reason)
    } catch is RowDecodingError {
      throw RestoreError.unusable(backup: backup, reason: Phrase("a value of the wrong type"))
    } catch JournalError.damaged(_, let reason) {
      throw RestoreError.unusable(backup: backup, reason: reason)
    } catch JournalError.newer {
      throw RestoreError.newer(backup: backup)
    }
  }

  /// Gives the copy the owner of the journal, or of its folder, so that an administrator can restore the journal of a
  /// service user.
  private static func copyOwner(to copy: String, of path: String) {
    guard geteuid() == 0 else { return }
    let folder = StagedFile.parent(of: FilePath(path)).string
    guard let owned = FileFacts(path) ?? FileFacts(folder, followsLinks: true) else { return }
    _ = chown(copy, owned.facts.st_uid, owned.facts.st_gid)
  }
}

// MARK: The existing journal

extension Journal {
  /// Locks a journal exclusively and writes its write-ahead log into the file; `nil` if there is no journal, or if it
  /// is so damaged that SQLite cannot open it.
  private static func lockWhole(_ path: String) throws -> DatabaseQueue? {
    guard FileFacts(path) != nil else { return nil }
    var configuration = Configuration()
    configuration.busyMode = .immediateError
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.writeWithoutTransaction { db in
        try db.execute(sql: "BEGIN EXCLUSIVE")
        try db.execute(sql: "COMMIT")
        try db.execute(sql: "PRAGMA journal_mode = DELETE")
      }
      return queue
    } catch let error as DatabaseError {
      guard [.SQLITE_BUSY, .SQLITE_LOCKED].contains(error.resultCode) else { return nil }
      throw RestoreError.inUse(path: path, by: "another program")
    }
  }

  /// Links the journal at `path` to a free second name, so that the first one can be replaced. SQLite's sidecar files
  /// are moved too, because they must not be applied to the new journal. If `isWritten`, the file has everything, and an
  /// empty rollback journal of the lock is left.
  private static func keep(_ path: String, isWritten: Bool) throws -> String? {
    if isWritten { unlink(path + "-journal") }
    let endings = ["-wal", "-shm", "-journal"].filter { FileFacts(path + $0) != nil }
    let present = FileFacts(path)
    guard present != nil || !endings.isEmpty else { return nil }
    let kept = freeName(for: path)
    // A restore that was killed has linked it.
    if let present, FileFacts(kept)?.isSameFile(as: present) == true { return kept }
    for ending in endings where systemRename(path + ending, kept + ending) != 0 {
      throw StagedFile.error(Errno(rawValue: errno), kept)
    }
    guard present != nil else { return nil }
    // A hard link, so that the journal exists at every moment. Not every file system supports hard links.
    guard link(path, kept) != 0 else { return kept }
    do { try StagedFile.renameWithoutReplacing(path, to: kept) } catch {
      putBack(kept, to: path)
      throw StagedFile.error(error, kept)
    }
    return kept
  }

  /// The first free name; the name of the journal itself if a restore that was killed has linked it.
  private static func freeName(for path: String) -> String {
    let file = FilePath(path)
    let stem = file.stem ?? "journal"
    let ending = file.extension.map { "." + $0 } ?? ""
    let present = FileFacts(path)
    var number = 1
    while true {
      let name = file.removingLastComponent().appending("\(stem).replaced-\(number)\(ending)").string
      if let present, FileFacts(name)?.isSameFile(as: present) == true { return name }
      if ["", "-wal", "-journal"].allSatisfy({ FileFacts(name + $0) == nil }) { return name }
      number += 1
    }
  }

  /// Undoes ``keep(_:)``.
  private static func putBack(_ kept: String, to path: String) {
    if FileFacts(path) != nil { unlink(kept) } else { _ = systemRename(kept, path) }
    for ending in ["-wal", "-shm", "-journal"] { _ = systemRename(kept + ending, path + ending) }
  }
}

/// Calls `rename(2)`, which is hidden by a method of `Journal`.
private func systemRename(_ path: String, _ new: String) -> Int32 { rename(path, new) }
