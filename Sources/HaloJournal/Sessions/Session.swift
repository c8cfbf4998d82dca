import HaloText
import GRDB
public import HaloBluetooth
public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time of communicating with a device: its frames are stored one by one, in the order in which they came, each before anyone acts on it
/// unless the disk is slow (``FrameWriter``).
public actor Session: FrameRecorder {
  /// Its number in the journal.
  public nonisolated let id: Int
  /// Which device.
  public nonisolated let device: Device
  private let journal: Journal
  private var count = 0

  init(id: Int, device: Device, journal: Journal) {
    self.id = id
    self.device = device
    self.journal = journal
  }

  /// Stores a frame; returns its place in the session. What this throws keeps the frame from being acted on.
  public func record(_ frame: RecordedFrame) async throws -> Int {
    let place = count
    count += 1
    try await journal.frameWriter.write(.init(session: id, frame: frame))
    return place
  }

  /// Ends the session when all its frames are stored. `outcome` is what went wrong, in words.
  ///
  /// - Throws: ``JournalError`` if a frame could not be stored, or the end cannot be.
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
  /// The date that a device's clock showed when it was last found to be wrong, if that was in its latest session.
  public func wrongDateInLatestSession(of device: Device) throws -> CalendarDate? {
    try read { db in
      try String.fetchOne(
        db,
        sql: """
          SELECT wrong FROM clock WHERE wrong IS NOT NULL
            AND session = (SELECT max(id) FROM session WHERE device = ?) ORDER BY id DESC
          """, arguments: [device.id]
      ).flatMap { CalendarDate($0[...]) }
    }
  }

  /// Begins a session with a device.
  public func begin(_ purpose: String, with device: Device, at time: Moment, zone: String) throws -> Session {
    let id = try write { db in
      try db.run(
        """
        INSERT INTO session (device, purpose, begun, zone)
        SELECT id, ?, ?, ? FROM device WHERE id = ? AND forgotten IS NULL
        """, [purpose, time.milliseconds, zone, device.id])
      guard db.changesCount == 1 else {
        throw JournalError.other(path: path, reason: Phrase("\(device.name) is not paired any more"))
      }
      return Int(db.lastInsertedRowID)
    }
    return Session(id: id, device: device, journal: self)
  }

  /// Writes many frames at once, as where a capture is brought in.
  public func insert(_ frames: [RecordedFrame], intoSession session: Int) throws {
    try write(isSeen: false) { try FrameWriter.insert(frames.map { .init(session: session, frame: $0) }, $0) }
  }
}
