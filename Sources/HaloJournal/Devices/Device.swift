import GRDB

/// A device in the journal.
public struct Device: Sendable, Hashable {
  /// The device's number in the journal.
  public let id: Int
  /// The device's identifier on the radio.
  public let identifier: DeviceID
  /// The device's family, such as `colmi-ring`.
  public let family: String
  /// The name that the wearer gave it.
  public let name: String
  /// The facts that decide how its frames are decoded.
  public let traits: DeviceTraits
  /// The name of the wearer.
  public let wearer: String
  /// Hardware revision; `nil` if the device did not report it.
  public let hardware: String?
  /// Firmware revision; `nil` if the device did not report it.
  public let firmware: String?
  /// The end of the last session with frames; `nil` if there was no such session.
  public let lastSession: Moment?

  /// The advertised name, by which some models are recognized; `nil` if unknown.
  public var advertisedName: String? { traits.advertisedName }
  /// The unit of a machine's speeds that the user chose; `nil` if the machine's model decides.
  public var speedUnit: SpeedUnit? { traits.speedUnit }

  /// The device as the source of measurements.
  public var source: SourceDevice { SourceDevice(id: id, name: name) }
}

extension Journal {
  /// The paired devices, in the order of pairing.
  public func devices() throws -> [Device] {
    try read { db in try Self.devices(db, "WHERE device.forgotten IS NULL ORDER BY device.id") }
  }

  /// All devices with data, paired or not.
  public func allDevices() throws -> [Device] { try read { db in try Self.devices(db, "ORDER BY device.id") } }

  /// The device with an identifier, paired or forgotten.
  public func device(_ identifier: DeviceID) throws -> Device? {
    try read { db in try Self.device(identifier, db) }
  }

  /// The traits of a session's device.
  public func traits(ofSession session: Int) throws -> DeviceTraits {
    try read { db in
      try Self.devices(db, "WHERE device.id = (SELECT device FROM session WHERE id = ?)", [session]).first?.traits
        ?? DeviceTraits(advertisedName: nil)
    }
  }

  /// The device with an identifier. Identifiers that an older version imported may be in lower case.
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
    return try db.rows(sql, arguments).map { row in
      try Device(
        id: row.value("id"), identifier: DeviceID(row.value("identifier") as String), family: row.value("family"),
        name: row.value("name"), traits: DeviceTraits(row), wearer: row.value("wearerName"),
        hardware: row.value("hardware"), firmware: row.value("firmware"),
        lastSession: row.moment(ifAny: "last"))
    }
  }
}
