import GRDB
import HaloHealth

extension Journal {
  /// A session whose frames are here.
  public struct SessionKey: Sendable, Hashable {
    /// Its number.
    public let id: Int
    /// The family of its device.
    public let family: String
  }

  /// The sessions of a device whose frames nobody has read, in order.
  public func unreadSessions(of device: Device) throws -> [Int] {
    try read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT id FROM session WHERE device = ? AND decoder IS NULL
            AND EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY id
          """, arguments: [device.id])
    }
  }

  /// The sessions whose frames are here, in order.
  public func sessionsWithFrames() throws -> [SessionKey] {
    try read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT session.id, device.family FROM session JOIN device ON device.id = session.device
          WHERE EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY session.id
          """
      ).map { SessionKey(id: $0[0], family: $0[1]) }
    }
  }

  /// Makes what came from frames again, in one change: all of it is new, or nothing is. `body` is called with a function that keeps
  /// what was read from a session, `summary` with the counts of samples before, after, and of those that are as they were.
  public func rebuild<Changes>(
    _ body: ((_ session: Int, _ findings: SessionFindings) throws -> Void) throws -> Changes,
    summary: (inout Changes, _ before: Int, _ after: Int, _ same: Int) -> Void
  ) throws -> Changes {
    try write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE earlier AS SELECT device, metric, start, source, length, value FROM sample;
          CREATE INDEX temp.earlier_key ON earlier (device, metric, start, source);
          """)
      defer { try? db.execute(sql: "DROP TABLE earlier") }
      try db.execute(
        sql: """
          DELETE FROM statement WHERE session IN (SELECT session FROM frame);
          DELETE FROM clock WHERE session IN (SELECT session FROM frame);
          """)
      var changes = try body { session, findings in try Self.apply(findings, toSession: session, db) }
      let before = try Int.fetchOne(db, sql: "SELECT count(*) FROM earlier") ?? 0
      let after = try Int.fetchOne(db, sql: "SELECT count(*) FROM sample") ?? 0
      let same =
        try Int.fetchOne(
          db,
          sql: """
            SELECT count(*) FROM sample JOIN earlier USING (device, metric, start, source)
            WHERE sample.value IS earlier.value AND sample.length = earlier.length
            """) ?? 0
      summary(&changes, before, after, same)
      return changes
    }
  }
}
