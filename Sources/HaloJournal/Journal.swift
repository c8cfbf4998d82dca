import GRDB
import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Halo's memory: one SQLite file that keeps frames as they came, and what was read from them.
///
/// All functions block for as long as SQLite works, which is short: a frame is written in a tenth of a millisecond. Several programs
/// may have the same journal open.
public final class Journal: Sendable {
  /// Where the file is.
  public let path: String
  let pool: DatabasePool

  /// Opens the journal at `path`, and makes it where there is none: the folder and the file readable by their owner alone.
  ///
  /// - Throws: ``JournalError``. A file that is damaged, of a newer version or no journal is left as it is.
  public init(path: String) throws {
    self.path = path
    try Self.prepareFile(path)
    try Self.checkIsOurs(path)
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(20)
    // An export reads for long, and a page asks for many things at once: nobody waits for another's reading.
    configuration.maximumReaderCount = 12
    configuration.prepareDatabase { db in
      // A crash of the program loses nothing; a power cut may lose the last moments, which the device still has.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    do {
      pool = try DatabasePool(path: path, configuration: configuration)
      let migrator = Schema.migrator
      if try pool.read({ try !migrator.hasCompletedMigrations($0) }) { try migrator.migrate(pool) }
    } catch let error as DatabaseError {
      throw JournalError(error, path: path)
    }
  }

  /// Calls `body` with the database to read, all of it as it is at one moment.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do { return try pool.read(body) } catch let error as DatabaseError { throw JournalError(error, path: path) }
  }

  /// Calls `body` with the database to change; all of it is done, or nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
    do { return try pool.write(body) } catch let error as DatabaseError { throw JournalError(error, path: path) }
  }

  /// Writes a copy of the whole journal into a new file, readable by its owner alone.
  public func backUp(to destination: String) throws {
    let file: FileDescriptor
    do {
      file = try FileDescriptor.open(
        FilePath(destination), .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
    } catch let error as Errno {
      let reason = error == .fileExists ? "it is there already, and is not overwritten" : "\(error)"
      throw JournalError.cannotWrite(path: destination, reason: reason)
    }
    try? file.close()
    do {
      try pool.backup(to: DatabaseQueue(path: destination))
    } catch let error as DatabaseError {
      throw JournalError(error, path: destination)
    }
  }

  /// Makes the folder and the file before SQLite does, which would let others read them.
  private static func prepareFile(_ path: String) throws {
    let file = FilePath(path)
    let folder = file.removingLastComponent()
    if !folder.string.isEmpty { try makeFolder(folder) }
    do {
      let descriptor = try FileDescriptor.open(file, .readWrite, options: [.create], permissions: .ownerReadWrite)
      try descriptor.close()
    } catch let error as Errno {
      switch error {
      case .permissionDenied, .readOnlyFileSystem: throw JournalError.readOnly(path: path)
      case .noSpace: throw JournalError.full(path: path)
      default: throw JournalError.cannotOpen(path: path, reason: "\(error)")
      }
    }
  }

  private static func makeFolder(_ folder: FilePath) throws {
    guard mkdir(folder.string, 0o700) != 0 else { return }
    switch Errno(rawValue: errno) {
    case .fileExists: return
    case .noSuchFileOrDirectory where !folder.removingLastComponent().string.isEmpty:
      try makeFolder(folder.removingLastComponent())
      guard mkdir(folder.string, 0o700) == 0 || errno == EEXIST else {
        throw JournalError.cannotOpen(path: folder.string, reason: "\(Errno(rawValue: errno))")
      }
    case .permissionDenied, .readOnlyFileSystem: throw JournalError.readOnly(path: folder.string)
    case let error: throw JournalError.cannotOpen(path: folder.string, reason: "\(error)")
    }
  }

  /// Looks at a file without changing it: a newer journal, or another program's database, must not be given this one's tables.
  private static func checkIsOurs(_ path: String) throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(20)
    do {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      defer { try? queue.close() }
      try queue.read { db in
        let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table'") ?? 0
        guard tables > 0 else { return }
        guard try db.tableExists("grdb_migrations"), try db.tableExists("frame") else {
          throw JournalError.damaged(path: path, reason: "another program's database")
        }
        if try Schema.migrator.hasBeenSuperseded(db) { throw JournalError.newer(path: path) }
      }
    } catch let error as DatabaseError {
      throw JournalError(error, path: path)
    }
  }
}
