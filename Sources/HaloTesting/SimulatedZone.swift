/// The time zone of a simulated home: the UTC offset of its local time, including changes by daylight saving time or
/// travel.
public struct SimulatedZone: Sendable {
  /// A new offset from a moment on.
  public struct Change: Sendable {
    /// The moment, in seconds since 1970.
    public let moment: Int
    /// The offset from GMT in seconds from then on; positive to the east.
    public let secondsFromGMT: Int

    /// Creates a change at `moment`, in seconds since 1970.
    public init(at moment: Int, secondsFromGMT: Int) {
      self.moment = moment
      self.secondsFromGMT = secondsFromGMT
    }
  }

  /// The zone's name, as the journal stores it: `Europe/Berlin`. The name has no influence on the offset.
  public let name: String
  /// The offset from GMT in seconds before the first change; positive to the east.
  public let secondsFromGMT: Int
  /// The changes, in order.
  public let changes: [Change]

  /// Creates a zone with an offset, and its changes in order.
  public init(_ name: String, secondsFromGMT: Int, changes: [Change] = []) {
    self.name = name
    self.secondsFromGMT = secondsFromGMT
    self.changes = changes
  }

  /// Returns a zone with a fixed offset in hours; negative west of Greenwich.
  public static func hoursEast(_ hours: Int) -> SimulatedZone {
    SimulatedZone(WallTime.zoneName(hoursEast: hours), secondsFromGMT: hours * 3600)
  }

  /// Returns the offset from GMT in seconds at `moment`, in seconds since 1970.
  public func secondsFromGMT(at moment: Int) -> Int {
    changes.last { $0.moment <= moment }?.secondsFromGMT ?? secondsFromGMT
  }
}
