import GRDB
import Synchronization

extension Journal {
  /// Changes that this program makes to what people see, as soon as they are stored. Several that come while one is handled are one.
  public func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // SQLite announces no changes of tables without row ids, such as those of samples, so writers announce them.
    let number = observers.withLock { observers in
      let number = (observers.keys.max() ?? 0) + 1
      observers[number] = continuation
      return number
    }
    continuation.onTermination = { [weak self] _ in self?.observers.withLock { $0[number] = nil } }
    return stream
  }

  /// Changes that other programs make to what people see from now on: within a second, or within ten while another program stores frames.
  ///
  /// - Throws: ``JournalError`` if the journal cannot be read.
  public func changesByOthers() async throws -> AsyncStream<Void> {
    try await changesByOthers(checkedAt: AsyncStream { try? await Task.sleep(for: .seconds(1)) })
  }

  /// Changes that other programs make, looked for at each of `moments`.
  func changesByOthers(checkedAt moments: AsyncStream<Void>) async throws -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let first = (version: try await otherVersion(), marks: try await marks())
    let task = Task { [self] in
      var (version, marks) = first
      // How many looks ago there was a change that may be frames alone.
      var waiting: Int?
      for await _ in moments {
        waiting = waiting.map { $0 + 1 }
        // Errors pass: the journal is busy, or out of reach for a while.
        if let now = try? await otherVersion(), now != version, let found = try? await self.marks() {
          // Frames come many times a second.
          let isFramesAlone = found.frames != marks.frames && found.others == marks.others
          waiting = isFramesAlone ? waiting ?? 0 : 10
          (version, marks) = (now, found)
        }
        guard let looks = waiting, looks >= 10 else { continue }
        continuation.yield()
        waiting = nil
      }
      continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// A number that another program's change makes another one: all changes of this program go over this connection.
  private func otherVersion() async throws -> Int? {
    try await pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") }
  }

  /// The newest frame or reading of a sensor, and what grows beside them while a device is read. Each of them is found without a search.
  private func marks() async throws -> (frames: [DatabaseValue], others: [DatabaseValue]) {
    try await pool.read { db in
      func values(_ sql: String) throws -> [DatabaseValue] {
        try Row.fetchOne(db, sql: sql).map { Array($0.databaseValues) } ?? []
      }
      return (
        frames: try values("SELECT (SELECT max(id) FROM frame), (SELECT max(id) FROM raw)"),
        others: try values(
          """
          SELECT (SELECT max(id) FROM statement), (SELECT max(id) FROM import), (SELECT max(id) FROM workout),
            (SELECT id || ' ' || ifnull(ended, '') FROM session ORDER BY id DESC LIMIT 1)
          """)
      )
    }
  }
}
