import GRDB
public import HaloHealth

extension Journal {
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
}
