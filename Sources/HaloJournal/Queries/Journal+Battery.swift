import GRDB
public import HaloHealth

/// What a device said of its cell.
public struct StoredBatteryReading: Sendable, Hashable {
  /// When, by this machine's clock.
  public let time: Moment
  /// Charge, 0…100 %.
  public let percent: Double
  /// Whether it was being charged; `nil` where that was not read from its frame, or not imported.
  public let isCharging: Bool?
  /// Whether its frame is known, so that it can be read again.
  public let hasFrame: Bool
}

/// A time of talking with a device.
public struct StoredSession: Sendable, Hashable {
  /// What for: `sync`, `live`, `raw` and others.
  public let purpose: String
  /// When its first frame came or went.
  public let begun: Moment
  /// When it ended, or its last frame came.
  public let ended: Moment
}

extension Journal {
  /// What a device said of its cell within a time, in the order in which it came, which is that of time unless a clock jumped.
  public func batteryReadings(of device: Device, in time: Range<Moment>) throws -> [StoredBatteryReading] {
    try read { db in
      try ReadingRow.fetchAll(
        db,
        sql: """
          SELECT level.start, level.wall, level.value, charging.value AS charging, level.statement FROM sample AS level
          LEFT JOIN sample AS charging ON charging.device = level.device AND charging.metric = :charging
            AND charging.start = level.start AND charging.source = level.source
          WHERE level.device = :device AND level.metric = :level AND level.start >= :from AND level.start < :to
          ORDER BY coalesce(level.statement, 0), level.start
          """,
        arguments: [
          "charging": Metric.batteryCharging.code, "level": Metric.battery.code, "device": device.id,
          "from": time.lowerBound.milliseconds, "to": time.upperBound.milliseconds,
        ]
      ).map(\.reading)
    }
  }

  /// What the devices of a wearer said of their cells within a time, in order of time.
  public func cellReadings(of wearer: String, in time: Range<Moment>) throws -> [CellState.Reading] {
    try allDevices().filter { $0.wearer == wearer }.flatMap { try batteryReadings(of: $0, in: time) }
      .map { .init(time: $0.time, percent: $0.percent, isCharging: $0.isCharging) }.sorted { $0.time < $1.time }
  }

  /// What a device last said of its cell.
  public func latestBattery(of device: Device) throws -> StoredBatteryReading? {
    guard let start = try latest(.battery, of: device)?.start else { return nil }
    let next = Moment(milliseconds: start.milliseconds + 1, secondsFromGMT: start.secondsFromGMT)
    return try batteryReadings(of: device, in: start..<next).last
  }

  /// The times in which something went over a link with a device, those that ended after `time`, in order.
  public func sessions(of device: Device, since time: Moment) throws -> [StoredSession] {
    try read { db in
      try SessionRow.fetchAll(
        db,
        sql: """
          SELECT purpose, (SELECT time FROM frame WHERE frame.session = session.id ORDER BY id LIMIT 1) AS first,
            coalesce(ended, (SELECT time FROM frame WHERE frame.session = session.id ORDER BY id DESC LIMIT 1)) AS last
          FROM session WHERE device = ? AND begun >= ? AND coalesce(ended, begun) >= ?
            AND EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY begun, id
          """,
        // By the index of beginnings; no link holds for two months.
        arguments: [device.id, (time - .days(60)).milliseconds, time.milliseconds]
      ).map(\.session)
    }
  }
}

private struct ReadingRow: FetchableRecord {
  let reading: StoredBatteryReading

  init(row: Row) throws {
    reading = try StoredBatteryReading(
      time: Moment(start: row.value("start"), wall: row.value("wall")), percent: row.value("value"),
      isCharging: (row.value("charging") as Double?).map { $0 == 1 },
      hasFrame: (row.value("statement") as Int?) != nil)
  }
}

private struct SessionRow: FetchableRecord {
  let session: StoredSession

  init(row: Row) throws {
    let (begun, last) = try (row.moment("first"), row.moment("last"))
    session = try StoredSession(purpose: row.value("purpose"), begun: begun, ended: max(begun, last))
  }
}
