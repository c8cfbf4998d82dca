import GRDB
public import HaloHealth

/// What a rebuild made of the samples of one metric, or of nights or totals.
public struct RebuiltPart: Sendable, Hashable {
  /// What was made again.
  public enum Content: Sendable, Hashable {
    /// Samples of a metric.
    case samples(Metric)
    /// Nights and naps.
    case nights
    /// The devices' own totals of days.
    case totals
    /// What was computed of days.
    case insights
  }

  /// What was made again.
  public let content: Content
  /// How many there were.
  public let before: Int
  /// How many there are.
  public let after: Int
  /// How many are as they were.
  public let same: Int

  /// Nothing of it, before and after.
  public static func nothing(_ content: Content) -> RebuiltPart {
    RebuiltPart(content: content, before: 0, after: 0, same: 0)
  }

  /// The two together.
  public static func + (left: RebuiltPart, right: RebuiltPart) -> RebuiltPart {
    RebuiltPart(
      content: left.content, before: left.before + right.before, after: left.after + right.after,
      same: left.same + right.same)
  }
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
    try KeyRow.fetchAll(
      db,
      sql: """
        SELECT session.id, device.family FROM session JOIN device ON device.id = session.device
        WHERE EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY session.id
        """
    ).map(\.key)
  }

  /// Makes what came from frames again, in one change: all of it is new, or nothing is. `read` reads a session's
  /// frames again; sessions of other families than `families` stay as they are.
  ///
  /// - Returns: What became of each metric, of nights and of totals.
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
        // One that is still going on has more to tell: it is read again.
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

  /// Everything that is made from frames: what part it is of, what it is known by, and all that is said of it.
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
  /// `nil` if it is of a metric of a newer version.
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
