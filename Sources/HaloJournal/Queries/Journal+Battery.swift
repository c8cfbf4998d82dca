import GRDB

/// A battery report of a device.
public struct StoredBatteryReading: Sendable, Hashable {
  /// The time by this machine's clock.
  public let time: Moment
  /// Charge, 0…100 %.
  public let percent: Double
  /// True if the battery was being charged; `nil` if that was not decoded or not imported.
  public let isCharging: Bool?
  /// True if the frame is known, so that it can be decoded again.
  public let hasFrame: Bool
}

/// A session with a device.
public struct StoredSession: Sendable, Hashable {
  /// The purpose: `sync`, `live`, `raw` and others.
  public let purpose: String
  /// The time of the first frame.
  public let begun: Moment
  /// The end, or the time of the last frame.
  public let ended: Moment
}

extension Journal {
  /// The battery reports of a device in a time range, in the order of arrival, which is chronological unless a clock
  /// jumped.
  public func batteryReadings(of device: Device, in time: Range<Moment>) throws -> [StoredBatteryReading] {
    try all(
      """
      SELECT level.start, level.wall, level.value, charging.value AS charging, level.statement FROM sample AS level
      LEFT JOIN sample AS charging ON charging.device = level.device AND charging.metric = :charging
        AND charging.start = level.start AND charging.source = level.source
      WHERE level.device = :device AND level.metric = :level AND level.start >= :from AND level.start < :to
      ORDER BY coalesce(level.statement, 0), level.start
      """,
      [
        "charging": Metric.batteryCharging.code, "level": Metric.battery.code, "device": device.id,
        "from": time.lowerBound.milliseconds, "to": time.upperBound.milliseconds,
      ]
    ) { row in
      try StoredBatteryReading(
        time: row.moment(start: "start", wall: "wall"), percent: row.value("value"),
        isCharging: (row.value("charging") as Double?).map { $0 == 1 },
        hasFrame: (row.value("statement") as Int?) != nil)
    }
  }

  /// The battery reports of a wearer's devices in a time range, in chronological order.
  public func batteryConditionReadings(of wearer: String, in time: Range<Moment>) throws -> [BatteryCondition.Reading] {
    try allDevices().filter { $0.wearer == wearer }.flatMap { try batteryReadings(of: $0, in: time) }
      .map { .init(time: $0.time, percent: $0.percent, isCharging: $0.isCharging) }.sorted { $0.time < $1.time }
  }

  /// The latest battery report of a device.
  public func latestBattery(of device: Device) throws -> StoredBatteryReading? {
    guard let start = try latest(.battery, of: device)?.start else { return nil }
    let next = Moment(milliseconds: start.milliseconds + 1, secondsFromGMT: start.secondsFromGMT)
    return try batteryReadings(of: device, in: start..<next).last
  }

  /// The sessions with frames of a device that ended after `time`, in order.
  public func sessions(of device: Device, since time: Moment) throws -> [StoredSession] {
    try all(
      """
      SELECT purpose, (SELECT time FROM frame WHERE frame.session = session.id ORDER BY id LIMIT 1) AS first,
        coalesce(ended, (SELECT time FROM frame WHERE frame.session = session.id ORDER BY id DESC LIMIT 1)) AS last
      FROM session WHERE device = ? AND begun >= ? AND coalesce(ended, begun) >= ?
        AND EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id) ORDER BY begun, id
      """,
      // Uses the index of session starts; no connection lasts two months.
      [device.id, (time - .days(60)).milliseconds, time.milliseconds]
    ) { row in
      let begun = try row.moment("first")
      let last = try row.moment("last")
      return try StoredSession(purpose: row.value("purpose"), begun: begun, ended: max(begun, last))
    }
  }
}
