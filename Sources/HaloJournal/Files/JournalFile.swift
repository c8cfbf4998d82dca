import GRDB
import HaloLibc
import HaloText
import SystemPackage

/// A journal's file before it is opened.
enum JournalFile {
  /// Creates the folder and the file with private permissions. SQLite would create them readable by other users.
  static func prepare(_ path: String) throws {
    let file = FilePath(path)
    let folder = file.removingLastComponent()
    if !folder.string.isEmpty { try makeFolder(folder) }
    // Opening a FIFO would block until another program writes to it.
    guard isFileOrNothing(path) else {
      throw JournalError.cannotOpen(path: path, reason: Phrase("it is not a regular file"))
    }
    do {
      let descriptor = try FileDescriptor.open(
        file, .readWrite, options: [.create, .nonBlocking, .closeOnExec], permissions: .ownerReadWrite)
      try descriptor.close()
    } catch let error as Errno {
      switch error {
      case .permissionDenied, .readOnlyFileSystem: throw JournalError.readOnly(path: path)
      case .noSpace: throw JournalError.full(path: path)
      default: throw JournalError.cannotOpen(path: path, reason: Phrase("\(error)"))
      }
    }
  }

  /// True if `path` is a regular file, or does not exist.
  private static func isFileOrNothing(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) != 0 || facts.st_mode & S_IFMT == S_IFREG
  }

  static func makeFolder(_ folder: FilePath) throws {
    guard mkdir(folder.string, 0o700) != 0 else { return }
    switch Errno(rawValue: errno) {
    case .fileExists: return
    case .noSuchFileOrDirectory where !folder.removingLastComponent().string.isEmpty:
      try makeFolder(folder.removingLastComponent())
      guard mkdir(folder.string, 0o700) == 0 || errno == EEXIST else {
        throw JournalError.cannotOpen(path: folder.string, reason: Phrase("\(Errno(rawValue: errno))"))
      }
    case .permissionDenied, .readOnlyFileSystem: throw JournalError.readOnly(path: folder.string)
    case let error: throw JournalError.cannotOpen(path: folder.string, reason: Phrase("\(error)"))
    }
  }

  /// Checks a file without changing it: a newer journal, or another program's database, must not get this version's
  /// tables.
  static func checkIsOurs(_ path: String) throws {
    try withoutChanging(path) { try JournalCheck.owner($0, path: path) }
  }

  /// Calls `body` with a read-only connection to the database in a file.
  static func withoutChanging<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
    // Opening a FIFO would block until another program writes to it.
    guard isFileOrNothing(path) else {
      throw JournalError.cannotOpen(path: path, reason: Phrase("it is not a regular file"))
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(20)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    try queue.read { try JournalCheck.kinds($0, path: path) }
    return try queue.read(body)
  }
}
