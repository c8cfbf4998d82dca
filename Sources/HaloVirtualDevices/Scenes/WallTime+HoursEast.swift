public import HaloBluetooth
public import HaloHealth
public import HaloSimulatedRadio

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WallTime {
  /// The time in a simulation that begins when it is `start` on the wall, some hours east of Greenwich.
  public static func simulated(_ clock: SimulatedClock, from start: WallClock, hoursEast: Int) -> WallTime {
    let offset = hoursEast * 3600
    return simulated(
      clock, from: Date(timeIntervalSince1970: Double(start.secondsSince1970 - offset)),
      zone: zoneName(hoursEast: hoursEast)
    ) { _ in offset }
  }

  /// The name of the zone that is always that many hours ahead of GMT; the sign in it is the other way round.
  public static func zoneName(hoursEast: Int) -> String { "Etc/GMT\(hoursEast > 0 ? "-" : "+")\(abs(hoursEast))" }
}
