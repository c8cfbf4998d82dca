import HaloText
import GRDB
public import HaloBluetooth
public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time of talking with a device: its frames go into the journal one by one, each before anyone acts on it.
public actor Session: FrameRecorder {
  /// Its number in the journal.
  public nonisolated let id: Int
  /// Which device.
  public nonisolated let device: Device
  private let journal: Journal
  private var characteristics: [BluetoothUUID: Int] = [:]

  init(id: Int, device: Device, journal: Journal) {
    self.id = id
    self.device = device
    self.journal = journal
  }

  /// Writes a frame; its number in the journal. What this throws keeps the frame from being acted on.
  public func record(_ frame: RecordedFrame) throws -> Int {
    try journal.write(isSeen: false) { db in
      try Journal.insert(frame, session: id, characteristic: characteristic(frame.characteristic, db), db)
    }
  }

  /// Ends the session. `outcome` is what went wrong, in words.
  public func end(at time: Moment, outcome: String? = nil) throws {
    try journal.write { db in
      try db.execute(
        sql: "UPDATE session SET ended = ?, outcome = ? WHERE id = ?", arguments: [time.milliseconds, outcome, id])
    }
  }

  private func characteristic(_ uuid: BluetoothUUID, _ db: Database) throws -> Int {
    if let known = characteristics[uuid] { return known }
    let number = try Journal.characteristic(uuid, db)
    characteristics[uuid] = number
    return number
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
    try write(isSeen: false) { try Self.insert(frames, intoSession: session, $0) }
  }

  static func insert(_ frames: [RecordedFrame], intoSession session: Int, _ db: Database) throws {
    var known: [BluetoothUUID: Int] = [:]
    for frame in frames {
      let characteristic = try known[frame.characteristic] ?? Self.characteristic(frame.characteristic, db)
      known[frame.characteristic] = characteristic
      _ = try Self.insert(frame, session: session, characteristic: characteristic, db)
    }
  }

  fileprivate static func insert(
    _ frame: RecordedFrame, session: Int, characteristic: Int, _ db: Database
  ) throws -> Int {
    // Frames come many times a second, and a record takes longer than a statement.
    let statement = try db.cachedStatement(
      sql: "INSERT INTO frame (session, characteristic, sent, time, offset, bytes) VALUES (?, ?, ?, ?, ?, ?)")
    try statement.execute(
      arguments: [
        session, characteristic, frame.direction == .sent,
        milliseconds(frame), frame.secondsFromGMT, Data(frame.bytes),
      ])
    return Int(db.lastInsertedRowID)
  }

  /// A frame's time in milliseconds since 1970.
  static func milliseconds(_ frame: RecordedFrame) -> Int {
    Int((frame.time.timeIntervalSince1970 * 1000).rounded(.down))
  }

  fileprivate static func characteristic(_ uuid: BluetoothUUID, _ db: Database) throws -> Int {
    try db.execute(
      sql: "INSERT INTO characteristic (uuid) VALUES (?) ON CONFLICT (uuid) DO NOTHING", arguments: [uuid.description])
    return try Int.fetchOne(db, sql: "SELECT id FROM characteristic WHERE uuid = ?", arguments: [uuid.description]) ?? 0
  }
}
