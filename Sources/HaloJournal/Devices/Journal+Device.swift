import GRDB

extension Journal {
  /// The number of newest sessions, by start, among which the latest end is searched. Only one program at a time
  /// connects to a device, so the newest session ends last unless a clock was moved. After years there are tens of
  /// thousands of sessions.
  static let newestSessions = 32

  /// The end of the last complete sync of a device; `nil` if there is no such sync.
  public func lastSync(of device: Device) throws -> Moment? {
    try all(
      """
      SELECT max(ended) AS last FROM (
        SELECT ended FROM session WHERE device = ? AND purpose = 'sync' AND outcome IS NULL AND ended IS NOT NULL
        ORDER BY begun DESC LIMIT \(Self.newestSessions))
      """, [device.id]
    ) { try $0.moment(ifAny: "last") }.first
  }

  /// A query for the numbers of a wearer's devices, or of all devices, with the argument ``argument(of:)``.
  static func devices(of wearer: String?) -> String {
    wearer == nil
      ? "SELECT id FROM device"
      : "SELECT device.id FROM device JOIN wearer ON wearer.id = device.wearer WHERE wearer.name = :wearer"
  }

  /// The argument of ``devices(of:)``.
  static func argument(of wearer: String?) -> StatementArguments { wearer.map { ["wearer": $0] } ?? [:] }
}
