import GRDB
public import HaloHealth

/// What a rebuild made of the samples of one metric.
public struct RebuiltMetric: Sendable, Hashable {
  /// Which metric.
  public let metric: Metric
  /// How many samples there were.
  public let before: Int
  /// How many there are.
  public let after: Int
  /// How many are as they were.
  public let same: Int
}

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
  public func sessionsWithFrames() throws -> [SessionKey] { try read(Self.sessionsWithFrames) }

  private static func sessionsWithFrames(_ db: Database) throws -> [SessionKey] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT session.id, device.family FROM session JOIN device ON device.id = session.device
        WHERE EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY session.id
        """
    ).map { SessionKey(id: $0[0], family: $0[1]) }
  }

  /// Makes what came from frames again, in one change: all of it is new, or nothing is. `read` reads a session's
  /// frames again; sessions of other families than `families` stay as they are.
  ///
  /// - Returns: What became of each metric.
  public func rebuild(
    families: Set<String>, _ read: (_ session: SessionKey, _ number: Int, _ count: Int) throws -> SessionFindings
  ) throws -> [RebuiltMetric] {
    try write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE earlier AS SELECT device, metric, start, source, length, value FROM sample;
          CREATE INDEX temp.earlier_key ON earlier (device, metric, start, source);
          """)
      defer { try? db.execute(sql: "DROP TABLE earlier") }
      let sessions = try Self.sessionsWithFrames(db).filter { families.contains($0.family) }
      for session in sessions {
        try db.run("DELETE FROM statement WHERE session = ?", [session.id])
        try db.run("DELETE FROM clock WHERE session = ?", [session.id])
      }
      for (number, session) in sessions.enumerated() {
        try Self.apply(read(session, number + 1, sessions.count), toSession: session.id, db)
        // One that is still going on has more to tell: it is read again.
        try db.run("UPDATE session SET decoder = NULL WHERE id = ? AND ended IS NULL", [session.id])
      }
      return try Row.fetchAll(
        db,
        sql: """
          SELECT metric, sum(before), sum(after), sum(same) FROM (
            SELECT metric, count(*) AS before, 0 AS after, 0 AS same FROM earlier GROUP BY metric
            UNION ALL SELECT metric, 0, count(*), 0 FROM sample GROUP BY metric
            UNION ALL SELECT metric, 0, 0, count(*) FROM sample JOIN earlier USING (device, metric, start, source)
              WHERE sample.value IS earlier.value AND sample.length = earlier.length GROUP BY metric
          ) GROUP BY metric ORDER BY metric
          """
      ).compactMap { row in
        Metric(code: row[0]).map { RebuiltMetric(metric: $0, before: row[1], after: row[2], same: row[3]) }
      }
    }
  }
}
