import GRDB
import HaloFoundation

extension Journal {
  /// The sessions in which a device and Halo exchanged a value of one of `characteristics`, from the last.
  public func sessions(of device: Device, exchanging characteristics: [BluetoothUUID]) throws -> [Int] {
    try read { db in
      try db.numbers(
        """
        SELECT id FROM session WHERE device = ? AND EXISTS (
          SELECT 1 FROM frame JOIN characteristic ON characteristic.id = frame.characteristic
          WHERE frame.session = session.id AND uuid IN (\(Database.places(characteristics.count))))
        ORDER BY \(Self.sessionOrderFromLast)
        """, [device.id] + StatementArguments(characteristics.map(\.description)))
    }
  }

  /// The frames of a session, with their numbers in the journal, in the order of arrival.
  public func frames(ofSession session: Int) throws -> [(id: Int, frame: RecordedFrame)] {
    try read { db in try Self.frames(db, "frame.session = ?", [session]) }
  }

  /// The frames with the given numbers.
  public func frames(_ ids: Set<Int>) throws -> [(id: Int, frame: RecordedFrame)] {
    try read { try Self.frames($0, numbered: ids) }
  }

  /// The frames with the given numbers. The numbers are one argument: a statement is cached for each text.
  static func frames(_ db: Database, numbered ids: some Collection<Int>) throws -> [(id: Int, frame: RecordedFrame)] {
    let list = "[\(ids.map(String.init).joined(separator: ","))]"
    return try frames(db, "frame.id IN (SELECT value FROM json_each(?))", [list])
  }

  static func frames(
    _ db: Database, _ condition: String, _ arguments: StatementArguments
  ) throws -> [(id: Int, frame: RecordedFrame)] {
    let sql = """
      SELECT frame.*, characteristic.uuid, session.zone, device.identifier
      FROM frame JOIN characteristic ON characteristic.id = frame.characteristic JOIN session ON session.id = frame.session
      JOIN device ON device.id = session.device
      WHERE \(condition) ORDER BY frame.id
      """
    return try db.all(sql, arguments) { row in
      // `nil` if the characteristic's UUID is not valid.
      try BluetoothUUID(row.value("uuid") as String).map { characteristic in
        let frame = try RecordedFrame(
          device: DeviceID(row.value("identifier") as String), direction: row.value("sent") == 1 ? .sent : .received,
          characteristic: characteristic, bytes: [UInt8](row.value("bytes") as Data),
          time: Date(timeIntervalSince1970: Double(row.time("time") as Int) / 1000), zone: row.value("zone"),
          secondsFromGMT: row.value("offset", in: StoredNumber.offsets))
        return (id: try row.value("id"), frame: frame)
      }
    }
  }
}
