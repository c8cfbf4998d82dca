import GRDB
public import HaloHealth

extension Journal {
  /// Sessions of a device that the newest end is looked for among, by their beginning: one program at a time speaks with a device, so it
  /// is that of the newest, unless a clock was moved. After years there are tens of thousands.
  static let newestSessions = 32

  /// When a sync of a device last ended with everything that it had asked for; `nil` if none did.
  public func lastSync(of device: Device) throws -> Moment? {
    try read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT max(ended) FROM (
            SELECT ended FROM session WHERE device = ? AND purpose = 'sync' AND outcome IS NULL AND ended IS NOT NULL
            ORDER BY begun DESC LIMIT \(Self.newestSessions))
          """, arguments: [device.id]
      ).map { Moment(milliseconds: $0, secondsFromGMT: 0) }
    }
  }

  /// The numbers of a wearer's devices, or of all, as a query with the argument ``argument(of:)``.
  static func devices(of wearer: String?) -> String {
    wearer == nil
      ? "SELECT id FROM device"
      : "SELECT device.id FROM device JOIN wearer ON wearer.id = device.wearer WHERE wearer.name = :wearer"
  }

  /// The argument of ``devices(of:)``.
  static func argument(of wearer: String?) -> StatementArguments { wearer.map { ["wearer": $0] } ?? [:] }
}
