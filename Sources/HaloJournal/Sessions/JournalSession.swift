import GRDB
import HaloFoundation

/// A recorded session with a device. Its frames are stored one by one, in the order of arrival, before Halo acts on
/// them, unless the disk is slow (`FrameWriter`).
public actor JournalSession: FrameRecorder {
  /// The session's number in the journal.
  public nonisolated let id: Int
  public nonisolated let device: Device
  private let journal: Journal
  private var count = 0

  init(id: Int, device: Device, journal: Journal) {
    self.id = id
    self.device = device
    self.journal = journal
  }

  /// Stores a frame and returns its position in the session. If this throws, the frame must not be acted on.
  public func record(_ frame: RecordedFrame) async throws -> Int {
    let index = count
    count += 1
    try await journal.frameWriter.write(.init(session: id, frame: frame))
    return index
  }

  /// Ends the session after all its frames are stored. `outcome` describes the failure, if any.
  ///
  /// - Throws: ``JournalError`` if a frame or the end could not be stored.
  public func end(at time: Moment, outcome: String? = nil) async throws {
    var failure: (any Error)?
    do { try await journal.frameWriter.finish(id) } catch { failure = error }
    let reason = outcome ?? failure.map { "\($0)" }
    try await journal.perform { [id] journal in
      try journal.write { db in
        try db.run("UPDATE session SET ended = ?, outcome = ? WHERE id = ?", [time.milliseconds, reason, id])
      }
    }
    if let failure { throw failure }
  }
}

extension Journal {
  /// The wrong date of a device's clock, if it was found in the latest session.
  public func wrongDateInLatestSession(of device: Device) throws -> CalendarDate? {
    try read { db in
      let row = try db.row(
        """
        SELECT wrong FROM clock WHERE wrong IS NOT NULL
          AND session = (\(Self.latestSession)) ORDER BY id DESC
        """, [device.id])
      return try row.flatMap { CalendarDate(try $0.value("wrong") as String) }
    }
  }

  /// Begins a session with a device.
  public func begin(_ purpose: String, with device: Device, at time: Moment, zone: String) throws -> JournalSession {
    let id = try write { db in
      try db.run(
        """
        INSERT INTO session (device, purpose, begun, zone)
        SELECT id, ?, ?, ? FROM device WHERE id = ? AND forgotten IS NULL
        """, [purpose, time.milliseconds, zone, device.id])
      guard db.changesCount == 1 else {
        throw JournalError.other(path: path, reason: Phrase("\(device.name) is no longer paired"))
      }
      return Int(db.lastInsertedRowID)
    }
    return JournalSession(id: id, device: device, journal: self)
  }

  /// Inserts many frames at once, for example from a capture.
  public func insert(_ frames: [RecordedFrame], intoSession session: Int) throws {
    try write(isSeen: false) { try FrameWriter.insert(frames.map { .init(session: session, frame: $0) }, $0) }
  }
}
