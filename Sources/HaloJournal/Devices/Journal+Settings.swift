import GRDB
public import HaloHealth

extension Journal {
  /// Records settings of a device as name and value; unchanged values are not recorded again.
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
    try read { db in
      try SettingRow.fetchAll(
        db, sql: "SELECT time, name, value FROM setting WHERE device = ? ORDER BY time, id", arguments: [device.id]
      ).map { ($0.time, $0.name, $0.value) }
    }
  }
}

private struct SettingRow: FetchableRecord {
  let time: Moment
  let name, value: String

  init(row: Row) throws { (time, name, value) = try (row.moment("time"), row.value("name"), row.value("value")) }
}
