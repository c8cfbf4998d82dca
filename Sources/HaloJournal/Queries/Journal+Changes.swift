import GRDB
import Synchronization

extension Journal {
  /// A stream of changes that this program makes to visible data, as soon as they are stored. Changes during the
  /// handling of an element are combined into one.
  public func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    // SQLite does not report changes of WITHOUT ROWID tables, such as the samples, so writers announce them.
    let number = observers.withLock { observers in
      let number = (observers.keys.max() ?? 0) + 1
      observers[number] = continuation
      return number
    }
    continuation.onTermination = { [weak self] _ in self?.observers.withLock { $0[number] = nil } }
    return stream
  }

  /// The number of changes of measured data by this program so far, and the first day that was changed after the change
  /// with the number `last`; `nil` if no day was. The day may be earlier than the first changed one, but not later.
  package func dataChanges(after last: Int) -> (count: Int, firstDay: CalendarDate?) {
    let days = changedDays.withLock { $0 }
    // Most are days in UTC, during which the local day before may not have ended.
    return (days.count, days.dropFirst(last).min().map { CalendarDate(daysSince1970: $0 - 1) })
  }

  /// A stream of changes that other programs make to visible data from now on. The delay is up to one second, or ten
  /// seconds while another program stores frames.
  ///
  /// - Throws: ``JournalError`` if the journal cannot be read.
  public func externalChanges() async throws -> AsyncStream<Void> {
    try await externalChanges(checkedAt: AsyncStream { try? await Task.sleep(for: .seconds(1)) })
  }

  /// Changes that other programs make, checked at each of `moments`.
  func externalChanges(checkedAt moments: AsyncStream<Void>) async throws -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let first = (version: try await dataVersion(), marks: try await marks())
    let task = Task { [self] in
      var (version, marks) = first
      // The number of checks since a change that may consist of frames only.
      var waiting: Int?
      for await _ in moments {
        waiting = waiting.map { $0 + 1 }
        // Errors are temporary: the journal is busy or not reachable for a while.
        if let now = try? await dataVersion(), now != version, let found = try? await self.marks() {
          // Frames arrive many times a second.
          let isFramesAlone = found.frames != marks.frames && found.others == marks.others
          waiting = isFramesAlone ? waiting ?? 0 : 10
          version = now
          marks = found
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

  /// SQLite's data version, which changes with changes by other connections. This program's changes all go through this
  /// connection.
  private func dataVersion() async throws -> Int? {
    try await pool.writeWithoutTransaction { try $0.number("PRAGMA data_version") }
  }

  /// The newest frame or raw reading, and the tables that grow in addition while a device is synced. All values are
  /// found without a scan.
  private func marks() async throws -> (frames: [DatabaseValue], others: [DatabaseValue]) {
    try await pool.read { db in
      func values(_ sql: String) throws -> [DatabaseValue] {
        try db.row(sql).map { Array($0.databaseValues) } ?? []
      }
      return (
        frames: try values("SELECT (SELECT max(id) FROM frame), (SELECT max(id) FROM raw)"),
        others: try values(
          """
          SELECT (SELECT max(id) FROM statement), (SELECT max(id) FROM workout),
            (SELECT count(*) || ' ' || ifnull(max(id), 0) FROM import_run),
            (SELECT id || ' ' || ifnull(ended, '') FROM session ORDER BY id DESC LIMIT 1)
          """)
      )
    }
  }
}
