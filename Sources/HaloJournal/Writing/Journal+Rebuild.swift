import GRDB
public import HaloHealth

/// The result of a rebuild for the samples of one metric, or for nights, totals or computed values.
public struct RebuiltPart: Sendable, Hashable {
  /// The rebuilt data.
  public enum Content: Sendable, Hashable {
    /// Samples of a metric.
    case samples(Metric)
    /// Nights and naps.
    case nights
    /// The devices' own totals of days.
    case totals
    /// The computed values of days.
    case insights
  }

  /// The rebuilt data.
  public let content: Content
  /// The number of records before.
  public let before: Int
  /// The number of records after.
  public let after: Int
  /// The number of unchanged records.
  public let same: Int

  /// An empty result.
  public static func nothing(_ content: Content) -> RebuiltPart {
    RebuiltPart(content: content, before: 0, after: 0, same: 0)
  }

  /// The sum of both results.
  public static func + (left: RebuiltPart, right: RebuiltPart) -> RebuiltPart {
    RebuiltPart(
      content: left.content, before: left.before + right.before, after: left.after + right.after,
      same: left.same + right.same)
  }
}

extension Journal {
  /// A session with stored frames.
  public struct SessionKey: Sendable, Hashable {
    /// The session's number.
    public let id: Int
    /// The family of its device.
    public let family: String
  }

  /// The sessions of a device whose frames are not decoded yet, in order.
  public func undecodedSessions(of device: Device) throws -> [Int] {
    try read { db in
      try Int.fetchAll(
        db,
        sql: """
          SELECT id FROM session WHERE device = ? AND decoder IS NULL
            AND EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY id
          """, arguments: [device.id])
    }
  }

  /// The sessions with stored frames, in order.
  public func sessionsWithFrames() throws -> [SessionKey] { try read(Self.sessionsWithFrames) }

  private static func sessionsWithFrames(_ db: Database) throws -> [SessionKey] {
    try KeyRow.fetchAll(
      db,
      sql: """
        SELECT session.id, device.family FROM session JOIN device ON device.id = session.device
        WHERE EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY session.id
        """
    ).map(\.key)
  }

  /// Rebuilds all data that came from frames in one transaction. `read` decodes a session's frames; sessions of
  /// families other than `families` are not changed.
  ///
  /// - Returns: The result for each metric, for nights and for totals.
  public func rebuild(
    families: Set<String>, _ read: (_ session: SessionKey, _ number: Int, _ count: Int) throws -> DecodedSession
  ) throws -> [RebuiltPart] {
    try write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE earlier AS SELECT \(Self.parts);
          CREATE INDEX temp.earlier_key ON earlier (part, key);
          """)
      defer { try? db.execute(sql: "DROP TABLE earlier") }
      let sessions = try Self.sessionsWithFrames(db).filter { families.contains($0.family) }
      for session in sessions {
        try db.run("DELETE FROM statement WHERE session = ?", [session.id])
        try db.run("DELETE FROM clock WHERE session = ?", [session.id])
      }
      for (number, session) in sessions.enumerated() {
        try Self.apply(read(session, number + 1, sessions.count), toSession: session.id, db)
        // A session in progress will have more frames, so it is decoded again later.
        try db.run("UPDATE session SET decoder = NULL WHERE id = ? AND ended IS NULL", [session.id])
      }
      return try PartRow.fetchAll(
        db,
        sql: """
          WITH present AS (SELECT \(Self.parts))
          SELECT part, sum(before) AS before, sum(after) AS after, sum(same) AS same FROM (
            SELECT part, count(*) AS before, 0 AS after, 0 AS same FROM earlier GROUP BY part
            UNION ALL SELECT part, 0, count(*), 0 FROM present GROUP BY part
            UNION ALL SELECT part, 0, 0, count(*) FROM present JOIN earlier USING (part, key)
              WHERE present.value = earlier.value GROUP BY part
          ) GROUP BY part ORDER BY part
          """
      ).compactMap(\.part)
    }
  }

  /// SQL for all data that is built from frames: the part, the key and the value of each record.
  private static let parts = """
    metric AS part, device || ' ' || start || ' ' || source AS key, value || ' ' || length || ' ' || wall || ' ' || doubtful AS value
      FROM sample
    UNION ALL SELECT -1, device || kind || start, length || stages || doubtful || day FROM night
    UNION ALL SELECT -2, device || day, steps || ' ' || meters || ' ' || kilocalories || ' ' || minutes FROM total
    """
}

private struct KeyRow: FetchableRecord {
  let key: Journal.SessionKey

  init(row: Row) throws { key = try Journal.SessionKey(id: row.value("id"), family: row.value("family")) }
}

private struct PartRow: FetchableRecord {
  /// `nil` if the metric is from a newer version.
  let part: RebuiltPart?

  init(row: Row) throws {
    let content: RebuiltPart.Content? =
      switch try row.value("part") as Int {
      case -1: .nights
      case -2: .totals
      case let code: Metric(code: code).map(RebuiltPart.Content.samples)
      }
    part = try content.map {
      try RebuiltPart(content: $0, before: row.value("before"), after: row.value("after"), same: row.value("same"))
    }
  }
}
