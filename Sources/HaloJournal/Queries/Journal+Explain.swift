import GRDB
public import HaloBluetooth
public import HaloHealth

/// Where a sample comes from, down to the bytes.
public struct Explanation: Sendable {
  /// The sample.
  public let sample: StoredSample
  /// The device that told it.
  public let device: Device
  /// The log that it was told in, such as `heart rate`.
  public let log: String
  /// The decoder that read it.
  public let decoder: String
  /// When it was told.
  public let received: Moment
  /// The frames that it was told in, with their numbers in the journal.
  public let frames: [(id: Int, frame: RecordedFrame)]
}

extension Journal {
  /// Where a sample comes from; `nil` for what was imported.
  public func explain(_ sample: StoredSample) throws -> Explanation? {
    guard let statement = sample.statement else { return nil }
    let (row, frames) = try read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT statement.log, statement.decoder, statement.received, statement.frames, device.identifier
          FROM statement JOIN session ON session.id = statement.session JOIN device ON device.id = session.device
          WHERE statement.id = ?
          """, arguments: [statement])
      let ids = FrameRange.ids(row?[3] ?? "")
      let places = ids.map { _ in "?" }.joined(separator: ",")
      return (row, try Self.frames(db, "frame.id IN (\(places))", StatementArguments(ids)))
    }
    guard let row, let device = try device(DeviceID(row.value(4) as String)) else { return nil }
    return try Explanation(
      sample: sample, device: device, log: row.value(0), decoder: row.value(1),
      received: Moment(
        milliseconds: row.value(2), secondsFromGMT: frames.last?.frame.secondsFromGMT ?? sample.start.secondsFromGMT),
      frames: frames)
  }
}
