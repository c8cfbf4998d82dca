import GRDB
public import HaloBluetooth
public import HaloHealth

/// A device in the journal.
public struct Device: Sendable, Hashable {
  /// Its number in the journal.
  public let id: Int
  /// What the radio calls it.
  public let identifier: DeviceID
  /// Its family, such as `colmi-ring`.
  public let family: String
  /// What its wearer calls it.
  public let name: String
  /// The name that it advertises, by which some models are recognized; `nil` if it is not known.
  public let advertisedName: String?
  /// Who wears it.
  public let wearer: String
  /// Hardware revision, where it said so.
  public let hardware: String?
  /// Firmware revision, where it said so.
  public let firmware: String?
  /// When it was last spoken with; `nil` where it never was.
  public let lastSession: Moment?

  /// The device as what measured something.
  public var source: SourceDevice { SourceDevice(id: id, name: name) }
}

extension Journal {
  /// The devices that are paired, the one paired first first.
  public func devices() throws -> [Device] {
    try read { db in try Self.devices(db, "WHERE device.forgotten IS NULL ORDER BY device.id") }
  }

  /// All devices that there are data of, paired or not.
  public func allDevices() throws -> [Device] { try read { db in try Self.devices(db, "ORDER BY device.id") } }

  /// The device of that identifier, paired or forgotten.
  public func device(_ identifier: DeviceID) throws -> Device? {
    try read { db in try Self.device(identifier, db) }
  }

  /// The name that the device of a session advertises; `nil` if it is not known.
  public func advertisedName(ofSession session: Int) throws -> String? {
    try read { db in
      try String.fetchOne(
        db, sql: "SELECT advertised FROM device JOIN session ON session.device = device.id WHERE session.id = ?",
        arguments: [session])
    }
  }

  /// The device of an identifier. Identifiers that an older Halo imported may be in small letters.
  static func device(_ identifier: DeviceID, _ db: Database) throws -> Device? {
    try devices(
      db, "WHERE device.identifier = ?1 COLLATE NOCASE ORDER BY device.identifier = ?1 DESC", [identifier.text]
    ).first
  }

  static func devices(
    _ db: Database, _ condition: String, _ arguments: StatementArguments = []
  ) throws -> [Device] {
    let sql = """
      SELECT device.*, wearer.name AS wearerName,
        (SELECT max(time) FROM (
          SELECT coalesce(ended, begun) AS time FROM session WHERE session.device = device.id
            AND EXISTS (SELECT 1 FROM frame WHERE frame.session = session.id)
          ORDER BY begun DESC LIMIT \(newestSessions))) AS last
      FROM device JOIN wearer ON wearer.id = device.wearer \(condition)
      """
    return try DeviceRow.fetchAll(db, sql: sql, arguments: arguments).map(\.device)
  }
}

private struct DeviceRow: FetchableRecord {
  let device: Device

  init(row: Row) throws {
    device = try Device(
      id: row.value("id"), identifier: DeviceID(row.value("identifier") as String), family: row.value("family"),
      name: row.value("name"), advertisedName: row.value("advertised"), wearer: row.value("wearerName"),
      hardware: row.value("hardware"), firmware: row.value("firmware"),
      lastSession: (row.value("last") as Int?).map { Moment(milliseconds: $0, secondsFromGMT: 0) })
  }
}
