import GRDB

extension Journal {
  /// Records settings of a device by their ids, as name and value; unchanged values are not recorded again.
  public func note(_ settings: [(name: String, value: String)], of device: Device, at time: Moment) throws {
    try write { db in
      for (name, value) in settings {
        try db.run(
          """
          INSERT INTO setting (device, time, name, value) SELECT ?1, ?2, ?3, ?4
          WHERE ?4 IS NOT (SELECT value FROM setting WHERE device = ?1 AND name = ?3 ORDER BY time DESC, id DESC LIMIT 1)
          """, [device.id, time.milliseconds, name, value])
      }
    }
  }

  /// The recorded settings of a device, in order of time.
  public func settingsHistory(of device: Device) throws -> [(time: Moment, name: String, value: String)] {
    try all("SELECT time, name, value FROM setting WHERE device = ? ORDER BY time, id", [device.id]) { row in
      try (row.moment("time"), row.value("name"), row.value("value"))
    }
  }
}
