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
    let first = try read { db in
      try db.row(
        "SELECT * FROM clock WHERE device = ? AND session IS NOT NULL AND wrong IS NULL ORDER BY time, id", [device.id]
      ).map { try ClockRecord(row: $0) }
    }
    guard let first else { return false }
    try setPriorClock(device, offset: first.offset, zone: first.zone)
    return true
  }

  private func setPriorClock(_ device: Device, offset: Int, zone: String) throws {
    try write { db in
      try db.run("DELETE FROM clock WHERE device = ? AND session IS NULL", [device.id])
      try ClockRecord(device: device.id, time: 0, offset: offset, zone: zone).insert(db)
    }
  }

  /// True if Halo set a device's clock in an earlier session.
  public func hasSetClock(of device: Device) throws -> Bool {
    try read { db in
      try db.exists("SELECT 1 FROM clock WHERE device = ? AND session IS NOT NULL AND wrong IS NULL", [device.id])
    }
  }
}
