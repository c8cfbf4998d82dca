import GRDB

extension Journal {
  /// Records that a device's clock was in UTC until Halo first set it, as some apps leave it.
  public func setPriorClockToUTC(_ device: Device) throws { try setPriorClock(device, offset: 0, zone: "UTC") }

  /// Records that a device's clock showed local time until Halo first set it, even if its newest value suggested
  /// another offset.
  ///
  /// - Returns: True if Halo has set the clock before; otherwise nothing is recorded.
  @discardableResult
  public func setPriorClockToLocal(_ device: Device) throws -> Bool {
    let first = try all("\(Self.settings) ORDER BY time, id LIMIT 1", [device.id]) { row in
      try (offset: row.value("offset", in: StoredNumber.offsets) as Int, zone: row.value("zone") as String)
    }.first
    guard let first else { return false }
    try setPriorClock(device, offset: first.offset, zone: first.zone)
    return true
  }

  private static let settings = "SELECT * FROM clock WHERE device = ? AND session IS NOT NULL AND wrong IS NULL"

  private func setPriorClock(_ device: Device, offset: Int, zone: String) throws {
    try write { db in
      try db.run("DELETE FROM clock WHERE device = ? AND session IS NULL", [device.id])
      try db.run("INSERT INTO clock (device, time, offset, zone) VALUES (?, 0, ?, ?)", [device.id, offset, zone])
    }
  }

  /// True if Halo set a device's clock in an earlier session.
  public func hasSetClock(of device: Device) throws -> Bool { try exists(Self.settings, [device.id]) }
}
