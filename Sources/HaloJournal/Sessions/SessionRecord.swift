import GRDB

/// A session with a device, and its outcome.
public struct SessionRecord: Sendable, Hashable {
  /// The session's number in the journal.
  public let id: Int
  /// The purpose: `sync`, `live`, `raw` and others.
  public let purpose: String
  /// The start time.
  public let begun: Moment
  /// The end time; `nil` if the program terminated first.
  public let ended: Moment?
  /// A description of the failure; `nil` if the session was successful.
  public let outcome: String?
  /// The number of frames.
  public let frameCount: Int
}

extension Journal {
  /// The latest sessions with a device, the newest first, at most `limit` of them.
  public func latestSessions(of device: Device, limit: Int) throws -> [SessionRecord] {
    try all(
      """
      SELECT session.*, (SELECT count(*) FROM frame WHERE frame.session = session.id) AS frames
      FROM session WHERE device = ? ORDER BY begun DESC, id DESC LIMIT ?
      """, [device.id, limit]
    ) { row in
      try SessionRecord(
        id: row.value("id"), purpose: row.value("purpose"), begun: row.moment("begun"),
        ended: row.moment(ifAny: "ended"), outcome: row.value("outcome"), frameCount: row.value("frames"))
    }
  }

  /// The last frames of a session, at most `limit`, in the order of arrival.
  public func lastFrames(ofSession session: Int, limit: Int) throws -> [RecordedFrame] {
    try read { db in
      try Self.frames(
        db, "frame.id IN (SELECT id FROM frame WHERE session = ? ORDER BY id DESC LIMIT ?)", [session, limit]
      ).map(\.frame)
    }
  }
}
