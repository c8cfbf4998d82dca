import HaloText
import GRDB
public import HaloBluetooth
public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Journal {
  /// The largest difference in milliseconds between two recordings of the same frame: a write waits before it is
  /// transmitted.
  private static let tolerance = 1000

  /// Stores the frames of one connection from a capture as a session of its device. Frames that exist already, from an
  /// earlier import or because Halo received them, are skipped.
  ///
  /// - Parameters:
  ///   - frames: The frames of the connection, in their order.
  ///   - device: The device, whether it is paired or not.
  ///   - zone: The time zone of the place where the capture was recorded.
  /// - Returns: The session and its number of frames; `nil` if no frame is new.
  public func keep(
    capture frames: [RecordedFrame], of device: Device, zone: String
  ) throws -> (session: Int, count: Int)? {
    let times = frames.map(\.milliseconds)
    guard let first = times.min(), let last = times.max() else { return nil }
    return try write { db in
      var known: [CaptureKey: [Int]] = [:]
      for row in try KnownFrame.fetchAll(
        db,
        sql: """
          SELECT frame.time, frame.sent, characteristic.uuid, frame.bytes FROM frame
          JOIN characteristic ON characteristic.id = frame.characteristic JOIN session ON session.id = frame.session
          WHERE session.device = ? AND frame.time BETWEEN ? AND ?
          """, arguments: [device.id, first - Self.tolerance, last + Self.tolerance])
      {
        known[row.key, default: []].append(row.time)
      }
      // Each stored frame matches at most one of the capture: the nearest in time.
      let new = zip(frames, times).filter { frame, time in
        let key = CaptureKey(
          isSent: frame.direction == .sent, characteristic: frame.characteristic.description, bytes: Data(frame.bytes))
        let candidates = known[key] ?? []
        let nearest = candidates.indices.min { abs(candidates[$0] - time) < abs(candidates[$1] - time) }
        guard let nearest, abs(candidates[nearest] - time) <= Self.tolerance else { return true }
        known[key]?.remove(at: nearest)
        return false
      }.map(\.0)
      guard !new.isEmpty else { return nil }
      try CaptureRecord(device: device.id, purpose: "capture", begun: first, ended: last, zone: zone).insert(db)
      let session = Int(db.lastInsertedRowID)
      try FrameWriter.insert(new.map { .init(session: session, frame: $0) }, db)
      return (session, new.count)
    }
  }

  /// Returns the device with that identifier, or adds it as an unpaired device. `advertisedName` is its advertised name
  /// in the capture; it is stored if the device has no advertised name yet.
  public func deviceOfCapture(
    _ identifier: DeviceID, family: String, name: String, advertisedName: String? = nil, wearer: String,
    at time: Moment
  ) throws -> Device {
    try write { db in
      guard DataBounds.isName(wearer) else { throw JournalError.badName }
      if let known = try Self.device(identifier, db) {
        guard let name = Self.known(advertisedName), known.advertisedName == nil else { return known }
        try db.run("UPDATE device SET advertised = ? WHERE id = ?", [name, known.id])
        return try Self.device(identifier, db) ?? known
      }
      try Self.addWearer(wearer, at: time, db)
      try Self.addUnpaired(
        identifier, family: family, name: Self.known(name) ?? identifier.text,
        advertisedName: Self.known(advertisedName), wearer: wearer, at: time, db)
      guard let device = try Self.devices(db, "WHERE device.identifier = ?", [identifier.text]).first else {
        throw JournalError.other(path: path, reason: Phrase("the device \(identifier.text) could not be stored"))
      }
      return device
    }
  }
}

/// The properties that identify a frame, besides its time.
private struct CaptureKey: Hashable {
  let isSent: Bool
  let characteristic: String
  let bytes: Data
}

private struct KnownFrame: FetchableRecord {
  let time: Int
  let key: CaptureKey

  init(row: Row) throws {
    time = try row.value("time")
    key = try CaptureKey(
      isSent: row.value("sent") == 1, characteristic: row.value("uuid"), bytes: row.value("bytes"))
  }
}

/// A row of the table `session` for the frames of a capture.
private struct CaptureRecord: Encodable, PersistableRecord {
  static let databaseTableName = "session"

  let device: Int
  let purpose: String
  let begun, ended: Int
  let zone: String
}
