import GRDB

/// A row of the table `clock`: a device's clock that was set, or found to be wrong.
struct ClockRecord: Encodable, PersistableRecord {
  static let databaseTableName = "clock"

  let device: Int
  /// The session in which the clock was set; `nil` if the wearer stated the setting before.
  var session: Int?
  let time, offset: Int
  let zone: String
  /// The date that the device had, if it was wrong.
  var wrong: String?
  var found: Int?
  var certainty: Int?
}

extension ClockRecord: FetchableRecord {
  init(row: Row) throws {
    (device, session) = try (row.value("device"), row.value("session"))
    (time, zone, wrong) = try (row.time("time"), row.value("zone"), row.value("wrong"))
    offset = try row.value("offset", in: StoredNumber.offsets)
    (found, certainty) = try (row.value("found"), row.value("certainty"))
  }
}
