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
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, purpose, begun, ended, outcome, (SELECT count(*) FROM frame WHERE frame.session = session.id)
          FROM session WHERE device = ? ORDER BY id DESC LIMIT ?
          """, arguments: [device.id, limit]
      ).map { row in
        func moment(_ milliseconds: Int) -> Moment { Moment(milliseconds: milliseconds, secondsFromGMT: 0) }
        return try SessionRecord(
          id: row.value(0), purpose: row.value(1), begun: moment(row.value(2)),
          ended: (row.value(3) as Int?).map(moment), outcome: row.value(4), frameCount: row.value(5))
      }
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
