import GRDB
public import HaloBluetooth
public import HaloHealth

/// A session with a device, and how it ended.
public struct SessionRecord: Sendable, Hashable {
  /// Its number in the journal.
  public let id: Int
  /// What for: `sync`, `live`, `raw` and others.
  public let purpose: String
  /// When it began.
  public let begun: Moment
  /// When it ended; `nil` if the program ended first.
  public let ended: Moment?
  /// What went wrong, in words; `nil` if nothing did.
  public let outcome: String?
  /// How many frames it has.
  public let frameCount: Int
}

extension Journal {
  /// The latest sessions with a device, the newest first, at most `limit` of them.
  public func latestSessions(of device: Device, limit: Int) throws -> [SessionRecord] {
    try read { db in
      try SessionRow.fetchAll(
        db,
        sql: """
          SELECT session.*, (SELECT count(*) FROM frame WHERE frame.session = session.id) AS frames
          FROM session WHERE device = ? ORDER BY id DESC LIMIT ?
          """, arguments: [device.id, limit]
      ).map(\.session)
    }
  }

  /// The last frames of a session, at most `limit` of them, in the order in which they came.
  public func lastFrames(ofSession session: Int, limit: Int) throws -> [RecordedFrame] {
    try read { db in
      try Self.frames(
        db, "frame.id IN (SELECT id FROM frame WHERE session = ? ORDER BY id DESC LIMIT ?)", [session, limit]
      ).map(\.frame)
    }
  }
}

private struct SessionRow: FetchableRecord {
  let session: SessionRecord

  init(row: Row) throws {
    session = try SessionRecord(
      id: row.value("id"), purpose: row.value("purpose"), begun: row.moment("begun"),
      ended: (row.value("ended") as Int?).map { Moment(milliseconds: $0, secondsFromGMT: 0) },
      outcome: row.value("outcome"), frameCount: row.value("frames"))
  }
}
