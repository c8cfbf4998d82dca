import GRDB
import HaloFoundation

extension Journal {
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
    guard StoredNumber.times.contains(first), StoredNumber.times.contains(last) else {
      throw JournalError.other(path: path, reason: Phrase("a frame of the capture has a time that is not possible"))
    }
    return try write { db in
      let new = try KnownFrames(around: frames, of: device.id, db).new(frames).map { frames[$0] }
      guard !new.isEmpty else { return nil }
      try db.run(
        "INSERT INTO session (device, purpose, begun, ended, zone) VALUES (?, 'capture', ?, ?, ?)",
        [device.id, first, last, zone])
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
      return try storedDevice(identifier, db)
    }
  }
}
