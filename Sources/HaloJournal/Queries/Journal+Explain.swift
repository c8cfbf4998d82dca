import GRDB

/// A device's message with its frames.
public struct Explanation: Sendable {
  /// The device that sent it.
  public let device: Device
  /// The log that it belongs to.
  public let log: LogID
  public let decoder: String
  /// The time of reception.
  public let received: Moment
  /// The frames of the message, with their numbers in the journal.
  public let frames: [(id: Int, frame: RecordedFrame)]
}

extension Journal {
  /// The message that a sample comes from; `nil` for imported data.
  public func explain(_ sample: StoredSample) throws -> Explanation? {
    try sample.statement.flatMap { try explain(statement: $0, secondsFromGMT: sample.start.secondsFromGMT) }
  }

  /// The message of a statement, by its number in the journal. `secondsFromGMT` is the fallback offset if the frames
  /// were deleted.
  public func explain(statement: Int, secondsFromGMT: Int) throws -> Explanation? {
    try read { db in
      let row = try db.row(
        """
        SELECT statement.log, statement.decoder, statement.received, statement.frames, device.identifier
        FROM statement JOIN session ON session.id = statement.session JOIN device ON device.id = session.device
        WHERE statement.id = ?
        """, [statement])
      guard let row, let device = try Self.device(DeviceID(row.value("identifier") as String), db) else { return nil }
      let ids = try FrameRange.ids(row.value("frames"))
      let frames = try Self.frames(db, numbered: ids)
      let offset = frames.last?.frame.secondsFromGMT ?? secondsFromGMT
      return try Explanation(
        device: device, log: LogID(rawValue: row.value("log")), decoder: row.value("decoder"),
        received: Moment(milliseconds: row.time("received"), secondsFromGMT: offset), frames: frames)
    }
  }

  /// The last frames of a session up to a frame, in order, and the traits of the session's device.
  public func session(upTo frame: Int, count: Int) throws -> (
    frames: [(id: Int, frame: RecordedFrame)], device: DeviceTraits
  ) {
    let session = try read { try $0.number("SELECT session FROM frame WHERE id = ?", [frame]) }
    guard let session else { return ([], DeviceTraits(advertisedName: nil)) }
    let frames = try read { db in
      let first = try db.number(
        "SELECT min(id) FROM (SELECT id FROM frame WHERE session = ? AND id <= ? ORDER BY id DESC LIMIT ?)",
        [session, frame, count])
      return try Self.frames(db, "frame.session = ? AND frame.id BETWEEN ? AND ?", [session, first ?? frame, frame])
    }
    return (frames, try traits(ofSession: session))
  }

  /// The frame numbers of statements.
  public func frames(ofStatements statements: Set<Int>) throws -> [Int: [Int]] {
    try read { try StatementOrigins(of: statements, $0).frames }
  }

  /// Parses frame numbers such as `17-40,42`.
  public static func frames(in text: String) -> [Int] { (try? FrameRange.ids(text)) ?? [] }

  /// Frame numbers as text, such as `17-40,42`.
  public static func text(frames: some Sequence<Int>) -> String { FrameRange.text([Int](frames)) }
}
