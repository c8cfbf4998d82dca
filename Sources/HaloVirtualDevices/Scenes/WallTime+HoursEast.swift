public import HaloBluetooth
import HaloFoundation
public import HaloHealth
public import HaloSimulatedRadio

extension WallTime {
  /// Returns the time of a simulation that begins at the local time `start`, at a fixed offset of some hours from GMT.
  public static func simulated(_ clock: SimulatedClock, from start: WallClock, hoursEast: Int) -> WallTime {
    let offset = hoursEast * 3600
    return simulated(
      clock, from: Date(timeIntervalSince1970: Double(start.secondsSince1970 - offset)),
      zone: zoneName(hoursEast: hoursEast)
    ) { _ in offset }
  }

  /// Returns the name of a zone with a fixed offset from GMT. Its sign is inverted by convention (POSIX): `Etc/GMT-1`
  /// is one hour ahead.
  public static func zoneName(hoursEast: Int) -> String { "Etc/GMT\(hoursEast > 0 ? "-" : "+")\(abs(hoursEast))" }
}
