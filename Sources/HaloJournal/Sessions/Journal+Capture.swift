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
  /// Milliseconds that two recordings of the same frame may be apart: a write waits its turn on its way to the air.
  private static let tolerance = 1000

  /// Keeps the frames of one link out of a capture, as a session of that device. Frames that are here already, from an earlier import
  /// or because they were received here, are not kept again.
  ///
  /// - Parameters:
  ///   - device: The device, whether it is paired or not.
  ///   - zone: The zone that was in force where the capture was taken.
  /// - Returns: The session, where it has frames that are new, and how many.
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
      // Each frame that is here stands for one of the capture: the nearest in time.
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

  /// The device of that identifier; where it is not here, it is kept as one that is not paired. `advertisedName` is the name that it
  /// advertises in the capture; if it is not `nil` and no such name is known yet, it is kept.
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
        throw JournalError.other(path: path, reason: Phrase("the device \(identifier.text) could not be kept"))
      }
      return device
    }
  }
}

/// What tells one frame from another, besides its time.
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

/// A row of the table `session` for frames out of a capture.
private struct CaptureRecord: Encodable, PersistableRecord {
  static let databaseTableName = "session"

  let device: Int
  let purpose: String
  let begun, ended: Int
  let zone: String
}
