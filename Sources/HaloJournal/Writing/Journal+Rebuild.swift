import GRDB

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
  /// A session with its stored frames, to decode.
  public struct RecordedSession: Sendable {
    /// The session's number.
    public let id: Int
    /// The family of its device.
    public let family: String
    /// The facts about its device that decide how the frames are decoded.
    public let device: DeviceTraits
    /// The frames with their numbers, in the order of arrival.
    public let frames: [(id: Int, frame: RecordedFrame)]
  }

  /// The sessions of a device whose frames are not decoded yet, in order.
  public func undecodedSessions(of device: Device) throws -> [Int] {
    try all(
      """
      SELECT id FROM session WHERE device = ? AND decoder IS NULL
        AND EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY \(Self.sessionOrder)
      """, [device.id]
    ) { try $0.value("id") as Int }
  }

  /// A recorded session.
  ///
  /// - Throws: ``JournalError``, also if there is no such session.
  public func recordedSession(_ session: Int) throws -> RecordedSession {
    try read { db in
      guard let recorded = try Self.recordedSession(session, db) else {
        throw JournalError.other(path: path, reason: Phrase("the session \("\(session)") does not exist"))
      }
      return recorded
    }
  }

  private static func recordedSession(_ session: Int, _ db: Database) throws -> RecordedSession? {
    guard
      let row = try db.row(
        "SELECT family, advertised, speedUnit, machines, user FROM device WHERE id = (SELECT device FROM session WHERE id = ?)",
        [session])
    else { return nil }
    return try RecordedSession(
      id: session, family: row.value("family"),
      device: DeviceTraits(row),
      frames: frames(db, "frame.session = ?", [session]))
  }

  /// Decodes a recorded session. It gets the session's place among those to decode, from 1, and their number.
  public typealias Decoding = (_ session: RecordedSession, _ number: Int, _ count: Int) throws -> DecodedSession

  /// Rebuilds all data that came from frames in one transaction. `decode` decodes a session's frames; sessions of
  /// families other than `families` are not changed.
  ///
  /// - Returns: The result for each metric, for nights and for totals.
  public func rebuild(families: Set<String>, _ decode: Decoding) throws -> [RebuiltPart] {
    try write { db in
      try db.execute(
        sql: """
          CREATE TEMP TABLE earlier AS SELECT \(Self.parts);
          CREATE INDEX temp.earlier_key ON earlier (part, key);
          """)
      defer { try? db.execute(sql: "DROP TABLE earlier") }
      let sessions = try Self.sessionsToDecode(families: families, db)
      try Self.deleteDecoded(sessions, db)
      try Self.decodeAgain(sessions, decode, db)
      try db.markDerivedOutdated()
      return try db.rows(
        """
        WITH present AS (SELECT \(Self.parts))
        SELECT part, sum(before) AS before, sum(after) AS after, sum(same) AS same FROM (
          SELECT part, count(*) AS before, 0 AS after, 0 AS same FROM earlier GROUP BY part
          UNION ALL SELECT part, 0, count(*), 0 FROM present GROUP BY part
          UNION ALL SELECT part, 0, 0, count(*) FROM present JOIN earlier USING (part, key)
            WHERE present.value = earlier.value GROUP BY part
        ) GROUP BY part ORDER BY part
        """
      ).compactMap { row in
        let content: RebuiltPart.Content? =
          switch try row.value("part") as Int {
          case -1: .nights
          case -2: .totals
          // `nil` if the metric is from a newer version.
          case let code: Metric(code: code).map(RebuiltPart.Content.samples)
          }
        return try content.map {
          try RebuiltPart(content: $0, before: row.value("before"), after: row.value("after"), same: row.value("same"))
        }
      }
    }
  }

  /// The numbers of the sessions with frames of some families' devices, or of those among `devices`, in order.
  static func sessionsToDecode(families: Set<String>, of devices: Set<Int>? = nil, _ db: Database) throws -> [Int] {
    try db.rows(
      """
      SELECT session.id, device.id AS device, device.family FROM session JOIN device ON device.id = session.device
      WHERE EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY \(sessionOrder)
      """
    ).filter { row in
      try families.contains(row.value("family")) && devices?.contains(row.value("device")) ?? true
    }.map { try $0.value("id") }
  }

  /// Deletes what was decoded from the frames of sessions, also while foreign keys are off.
  static func deleteDecoded(_ sessions: [Int], _ db: Database) throws {
    for session in sessions {
      for table in ["sample", "night", "total", "coverage"] {
        try db.run(
          "DELETE FROM \(table) WHERE statement IN (SELECT id FROM statement WHERE session = ?)", [session])
      }
      try db.run("DELETE FROM statement WHERE session = ?", [session])
      try db.run("DELETE FROM clock WHERE session = ?", [session])
    }
  }

  /// Decodes the frames of sessions, in the given order.
  static func decodeAgain(_ sessions: [Int], _ decode: Decoding, _ db: Database) throws {
    for (number, session) in sessions.enumerated() {
      guard let recorded = try recordedSession(session, db) else { continue }
      try apply(decode(recorded, number + 1, sessions.count), toSession: session, db)
      // A session in progress will have more frames, so it is decoded again later.
      try db.run("UPDATE session SET decoder = NULL WHERE id = ? AND ended IS NULL", [session])
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
