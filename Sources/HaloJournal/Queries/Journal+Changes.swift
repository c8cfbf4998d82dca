import GRDB

extension Journal {
  /// Tables of what people see. A frame is seen once it was read.
  private static let seen = [
    "sample", "night", "total", "derived", "workout", "device", "session", "clock", "setting", "profile", "wearer",
  ]

  /// Changes that this program makes to what people see, as soon as they are stored. Several that come while one is handled are one.
  ///
  /// This waits for a change that is being stored, so do not call it on the cooperative pool. The stream ends with its consumer.
  public func changes() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let observation = DatabaseRegionObservation(tracking: Self.seen.map { Table($0) }).start(
      in: pool, onError: { _ in continuation.finish() }, onChange: { _ in continuation.yield() })
    continuation.onTermination = { _ in observation.cancel() }
    return stream
  }

  /// Changes that other programs make to what people see from now on, within a second.
  public func changesByOthers() async throws -> AsyncStream<Void> {
    try await changesByOthers(checkedAt: AsyncStream { try? await Task.sleep(for: .seconds(1)) })
  }

  /// Changes that other programs make, looked for at each of `moments`.
  func changesByOthers(checkedAt moments: AsyncStream<Void>) async throws -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let first = (version: try await otherVersion(), newest: try await newest())
    let task = Task { [self] in
      var (version, known) = first
      for await _ in moments {
        // Errors pass: the journal is busy, or out of reach for a while.
        guard let now = try? await otherVersion(), now != version, let newest = try? await newest() else { continue }
        // Another program may store frames many times a second.
        if newest != known { continuation.yield() }
        (version, known) = (now, newest)
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

  /// What is newest in the tables that people see. Each of it is found without a search.
  private func newest() async throws -> [DatabaseValue] {
    try await pool.read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT (SELECT max(id) FROM statement), (SELECT max(id) FROM import), (SELECT max(id) FROM night),
            (SELECT max(id) FROM derived), (SELECT max(id) FROM workout), (SELECT max(id) FROM clock), (SELECT max(id) FROM setting),
            (SELECT id || ' ' || ifnull(ended, '') FROM session ORDER BY id DESC LIMIT 1), (SELECT group_concat(name) FROM wearer),
            (SELECT group_concat(id || ' ' || name || ' ' || wearer || ' ' || ifnull(firmware, '') || ' ' || ifnull(forgotten, ''))
              FROM device),
            (SELECT group_concat(wearer || ' ' || field || ' ' || ifnull(value, '')) FROM profile)
          """)
      return row.map { Array($0.databaseValues) } ?? []
    }
  }
}
