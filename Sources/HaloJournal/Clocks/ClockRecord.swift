import GRDB

/// A row of the table `clock`: a device's clock that was set, or found to be wrong.
struct ClockRecord: Encodable, PersistableRecord {
  static let databaseTableName = "clock"

  let device: Int
  /// The session in which it was set; `nil` if a person said what the clock was before.
  var session: Int?
  let time, offset: Int
  let zone: String
  /// The date that the device had, if it was found to be wrong.
  var wrong: String?
  var found: Int?
  var certainty: Int?
}

extension ClockRecord: FetchableRecord {
  init(row: Row) throws {
    device = try row.value("device")
    session = try row.value("session")
    time = try row.value("time")
    offset = try row.value("offset")
    zone = try row.value("zone")
    wrong = try row.value("wrong")
    found = try row.value("found")
    certainty = try row.value("certainty")
  }
}
