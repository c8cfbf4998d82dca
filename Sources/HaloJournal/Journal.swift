import HaloText
import GRDB
import HaloBluetooth
import Synchronization

/// Halo's memory: one SQLite file that keeps frames as they came, and what was read from them.
///
/// All functions block for as long as SQLite works: tasks call them within ``perform(_:)``. Several programs may have the same journal open.
public final class Journal: Sendable {
  /// Where the file is.
  public let path: String
  /// The copy of the journal as it was before it was updated to this version; `nil` if it did not need that.
  public let copyBeforeUpdate: String?
  let pool: DatabasePool
  let frameWriter: FrameWriter
  let observers = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])

  /// Opens the journal at `path`, and makes it where there is none: the folder and the file readable by their owner alone. One of an
  /// earlier version is updated, after a copy of it was made beside it.
  ///
  /// - Throws: ``JournalError``. A file that is damaged, of a newer version or no journal is left as it is.
  public init(path: String) throws {
    self.path = path
    try JournalFile.prepare(path)
    let (pool, copy) = try Self.explainingErrors(path) {
      try JournalFile.checkIsOurs(path)
      let pool = try DatabasePool(path: path, configuration: Self.configuration)
      return (pool, try JournalUpdate.update(pool, path: path))
    }
    self.pool = pool
    copyBeforeUpdate = copy
    frameWriter = FrameWriter(refusal: JournalError.busy(path: path)) { entries in
      try Self.explainingErrors(path) { try pool.write { try FrameWriter.insert(entries, $0) } }
    }
  }

  /// Returns whether a file is a journal of an earlier version of Halo, which is updated when it is opened.
  ///
  /// - Throws: ``JournalError``.
  public static func isOfEarlierVersion(_ path: String) throws -> Bool {
    try explainingErrors(path) { try JournalUpdate.isDue(path) }
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(20)
    // An export reads for long, and a page asks for many things at once: nobody waits for another's reading.
    configuration.maximumReaderCount = 12
    configuration.prepareDatabase { db in
      // A crash of the program loses nothing; a power cut may lose the last moments, which the device still has.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    return configuration
  }

  /// Calls `body` with the journal on a thread that may block, to its end even if the task is cancelled: what came is stored then too.
  public func perform<Value: Sendable>(_ body: @Sendable (Journal) throws -> Value) async throws -> Value {
    try await perform(inBackground: false, body)
  }

  /// The same; if it is in the background, all other threads and programs go first.
  package func perform<Value: Sendable>(
    inBackground isBackground: Bool, _ body: @Sendable (Journal) throws -> Value
  ) async throws -> Value {
    try await BlockingWork.run(inBackground: isBackground) { try body(self) }
  }

  /// Waits, before the program ends, until all frames that came are stored; blocks the thread. Returns false if that takes longer than `time`.
  package func storeFrames(within time: Duration) -> Bool { frameWriter.flush(within: time) }

  /// Calls `body` with the database to read, all of it as it is at one moment.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    Self.noteBlocking()
    return try Self.explainingErrors(path) { try pool.read(body) }
  }

  /// Calls `body` with the database to change; all of it is done, or nothing. It is announced to ``changes()``, unless it is nothing that
  /// people see, such as a frame that is not read yet.
  func write<Value>(isSeen: Bool = true, _ body: (Database) throws -> Value) throws -> Value {
    Self.noteBlocking()
    let value = try Self.explainingErrors(path) { try pool.write(body) }
    // No lock is held while a consumer is resumed.
    if isSeen { for observer in observers.withLock({ Array($0.values) }) { observer.yield() } }
    return value
  }

  private static func noteBlocking() {
    #if DEBUG
      BlockingWork.willBlock()
    #endif
  }

  /// Calls `body`, and throws its errors about the database at `path` as ``JournalError``.
  static func explainingErrors<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      throw JournalError(error, path: path)
    } catch is RowDecodingError {
      throw JournalError.damaged(path: path, reason: Phrase("a value of the wrong type"))
    }
  }
}
