import GRDB
import HaloFoundation

extension FrameWriter {
  /// Inserts frames.
  static func insert(_ entries: [Entry], _ db: Database) throws {
    var known: [BluetoothUUID: Int] = [:]
    for entry in entries {
      let frame = entry.frame
      let characteristic = try known[frame.characteristic] ?? Self.characteristic(frame.characteristic, db)
      known[frame.characteristic] = characteristic
      // Frames arrive many times a second, and a prepared statement is faster than a record.
      try db.run(
        "INSERT INTO frame (session, characteristic, sent, time, offset, bytes) VALUES (?, ?, ?, ?, ?, ?)",
        [
          entry.session, characteristic, frame.direction == .sent, frame.milliseconds, frame.secondsFromGMT,
          Data(frame.bytes),
        ])
    }
  }

  /// The number of a characteristic, which is added if it is unknown.
  static func characteristic(_ uuid: BluetoothUUID, _ db: Database) throws -> Int {
    if let known = try db.number("SELECT id FROM characteristic WHERE uuid = ?", [uuid.description]) { return known }
    try db.run("INSERT INTO characteristic (uuid) VALUES (?)", [uuid.description])
    return Int(db.lastInsertedRowID)
  }
}

extension RecordedFrame {
  /// The time in milliseconds since 1970.
  var milliseconds: Int { Int(rounded: (time.timeIntervalSince1970 * 1000).rounded(.down)) }
}
