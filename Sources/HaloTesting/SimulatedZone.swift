import HaloBluetooth
import HaloVirtualDevices

/// The time zone of a simulated home: how far its wall clock is ahead of GMT, also after daylight saving time begins or the person
/// travels.
public struct SimulatedZone: Sendable {
  /// A new offset from a moment on.
  public struct Change: Sendable {
    /// The moment, in seconds since 1970.
    public let moment: Int
    /// Seconds that the wall clock is ahead of GMT from then on.
    public let secondsFromGMT: Int

    /// A change at `moment`, in seconds since 1970.
    public init(at moment: Int, secondsFromGMT: Int) {
      self.moment = moment
      self.secondsFromGMT = secondsFromGMT
    }
  }

  /// The zone's name, as the journal stores it: `Europe/Berlin`. The name has no influence on the offset.
  public let name: String
  /// Seconds that the wall clock is ahead of GMT before the first change.
  public let secondsFromGMT: Int
  /// The changes, in order.
  public let changes: [Change]

  /// A zone with an offset, and its changes in order.
  public init(_ name: String, secondsFromGMT: Int, changes: [Change] = []) {
    self.name = name
    self.secondsFromGMT = secondsFromGMT
    self.changes = changes
  }

  /// A zone that is always that many hours ahead of GMT; west of Greenwich the number is negative.
  public static func hoursEast(_ hours: Int) -> SimulatedZone {
    SimulatedZone(WallTime.zoneName(hoursEast: hours), secondsFromGMT: hours * 3600)
  }

  /// Seconds that the wall clock is ahead of GMT at `moment`, in seconds since 1970.
  public func secondsFromGMT(at moment: Int) -> Int {
    changes.last { $0.moment <= moment }?.secondsFromGMT ?? secondsFromGMT
  }
}
