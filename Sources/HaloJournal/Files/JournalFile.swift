import GRDB
import HaloLibc
import SystemPackage

/// A journal's file before it is opened.
enum JournalFile {
  /// Creates the folder and the file with private permissions. SQLite would create them readable by other users.
  static func prepare(_ path: String) throws {
    let file = FilePath(path)
    let folder = file.removingLastComponent()
    if !folder.string.isEmpty { try makeFolder(folder) }
    try checkIsFileOrNothing(path)
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

  /// Throws an error unless `path` is a regular file, or does not exist. Opening a FIFO would block until another program writes to it.
  private static func checkIsFileOrNothing(_ path: String) throws {
    if FileFacts(path, followsLinks: true)?.isRegular ?? true { return }
    throw JournalError.cannotOpen(path: path, reason: Phrase("it is not a regular file"))
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
    try checkIsFileOrNothing(path)
    let queue = try open(path)
    defer { try? queue.close() }
    try queue.read { try JournalCheck.kinds($0, path: path) }
    return try queue.read(body)
  }

  /// Opens a database for reading only.
  static func open(_ path: String) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(20)
    return try DatabaseQueue(path: path, configuration: configuration)
  }
}
