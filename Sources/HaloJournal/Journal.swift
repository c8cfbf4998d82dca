@_exported public import HaloHealth
import GRDB
@_exported public import HaloBluetooth
import Synchronization

/// The data store: one SQLite file with the raw frames and the data decoded from them.
///
/// All functions block while SQLite works; tasks call them within ``perform(_:)``. Several programs may have the same
/// journal open.
public final class Journal: Sendable {
  /// The path of the file; empty for a journal in memory.
  public let path: String
  /// The copy of the journal before its update to this version; `nil` if no update was necessary.
  public let copyBeforeUpdate: String?
  let pool: any DatabaseWriter
  let frameWriter: FrameWriter
  let observers = Mutex<[Int: AsyncStream<Void>.Continuation]>([:])
  /// The first changed day of each change of measured data by this program, counted from 1970.
  let changedDays = Mutex<[Int]>([])

  /// Opens the journal at `path`, or creates it, with a folder and a file that only their owner can read. A journal of
  /// an earlier version is copied and then updated.
  ///
  /// - Throws: ``JournalError``. A file that is damaged, of a newer version or not a journal is not changed.
  public convenience init(path: String) throws {
    try JournalFile.prepare(path)
    let (pool, copy) = try Self.explainingErrors(path) {
      try JournalFile.checkIsOurs(path)
      let pool = try DatabasePool(path: path, configuration: Self.configuration)
      let copy = try JournalUpdate.update(pool, path: path)
      try pool.read { try StoredMetric.load($0) }
      return (pool, copy)
    }
    self.init(pool, path: path, copyBeforeUpdate: copy)
  }

  /// Opens an empty journal in memory, for data that is shown and not kept. Its frames are numbered from 0.
  ///
  /// - Throws: ``JournalError``.
  public static func inMemory() throws -> Journal {
    try explainingErrors("") {
      let queue = try DatabaseQueue(configuration: configuration)
      try Schema.migrator.migrate(queue)
      // SQLite counts from 1.
      try queue.write { db in
        try db.execute(
          sql: """
            CREATE TRIGGER frames_from_0 AFTER INSERT ON frame BEGIN UPDATE frame SET id = new.id - 1 WHERE id = new.id; END
            """)
      }
      return Journal(queue, path: "", copyBeforeUpdate: nil)
    }
  }

  /// True if the journal is in memory.
  public var isInMemory: Bool { path.isEmpty }

  private init(_ pool: any DatabaseWriter, path: String, copyBeforeUpdate: String?) {
    self.path = path
    self.pool = pool
    self.copyBeforeUpdate = copyBeforeUpdate
    frameWriter = FrameWriter(refusal: JournalError.busy(path: path)) { entries in
      try Self.explainingErrors(path) { try pool.write { try FrameWriter.insert(entries, $0) } }
    }
  }

  /// Returns true if a file is a journal of an earlier version of Halo, which is updated when it is opened.
  ///
  /// - Throws: ``JournalError``.
  public static func isOfEarlierVersion(_ path: String) throws -> Bool {
    try explainingErrors(path) { try JournalUpdate.isDue(path) }
  }

  /// Seconds that a write waits for another program.
  static let busyTimeout = 20

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(Double(busyTimeout))
    // Exports read for a long time, and the page sends many requests at once: readers must not wait for each other.
    configuration.maximumReaderCount = 12
    configuration.prepareDatabase { db in
      // A crash of the program loses nothing; a power failure may lose the last moments, which the device still has.
      try db.execute(sql: "PRAGMA synchronous = NORMAL")
    }
    return configuration
  }

  /// Closes the file, also if a task still holds the journal. It does not hold the journal itself. GRDB closes its readers
  /// last, which cannot write the log back into the file.
  package var closer: @Sendable () -> Void {
    { [weak pool] in
      _ = try? pool?.writeWithoutTransaction { try $0.checkpoint(.passive) }
      try? pool?.close()
    }
  }

  /// Calls `body` with the journal on a thread that may block. It runs to its end even if the task is canceled, so that
  /// received data is stored.
  public func perform<Value: Sendable>(_ body: @Sendable (Journal) throws -> Value) async throws -> Value {
    try await perform(inBackground: false, body)
  }

  /// Calls `body` like ``perform(_:)``; in the background, with a lower priority than all other threads and programs.
  package func perform<Value: Sendable>(
    inBackground isBackground: Bool, _ body: @Sendable (Journal) throws -> Value
  ) async throws -> Value {
    try await BlockingWork.run(inBackground: isBackground) { try body(self) }
  }

  /// Blocks the thread until all received frames are stored; call it before the program ends. Returns false if that
  /// takes longer than `time`.
  package func storeFrames(within time: Duration) -> Bool { frameWriter.flush(within: time) }

  /// Calls `body` with a consistent snapshot of the database.
  func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    Self.noteBlocking()
    return try Self.explainingErrors(path) { try pool.read(body) }
  }

  /// Calls `body` in a transaction, or, for what SQLite does not allow within one, outside a transaction with the connection
  /// that writes. The change is announced to ``changes()`` if `isSeen` is true; changes that users do not see, such as frames
  /// that are not decoded yet, are not announced.
  func write<Value>(
    isSeen: Bool = true, inTransaction: Bool = true, _ body: (Database) throws -> Value
  ) throws -> Value {
    Self.noteBlocking()
    func saveMetricsAndWrite(_ db: Database) throws -> (Value, firstDay: Int?) {
      try StoredMetric.save(db)
      let before = try db.dataState()
      let value = try body(db)
      let after = try db.dataState()
      // All days of a wearer who was deleted have changed.
      guard after.wearers >= before.wearers else { return (value, 0) }
      return (value, after.changes == before.changes ? nil : after.outdated ?? 0)
    }
    let (value, firstDay) = try Self.explainingErrors(path) {
      try inTransaction ? pool.write(saveMetricsAndWrite) : pool.writeWithoutTransaction(saveMetricsAndWrite)
    }
    if let firstDay { changedDays.withLock { $0.append(firstDay) } }
    // Consumers are resumed without holding the lock.
    if isSeen { for observer in observers.withLock({ Array($0.values) }) { observer.yield() } }
    return value
  }

  private static func noteBlocking() {
    #if DEBUG
      BlockingWork.willBlock()
    #endif
  }

  /// Calls `body` and converts its database errors to ``JournalError``.
  static func explainingErrors<Value>(_ path: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch let error as DatabaseError {
      throw JournalError(error, path: path)
    } catch is RowDecodingError {
      throw JournalError.damaged(path: path, reason: Phrase("a value of the wrong type"))
    }
  }
}
