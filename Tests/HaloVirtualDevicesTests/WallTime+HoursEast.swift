import Foundation
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices

extension WallTime {
  /// Returns the time of a simulation that begins at the local time `start`, at a fixed offset of some hours from GMT.
  static func simulated(_ clock: SimulatedClock, from start: WallClock, hoursEast: Int) -> WallTime {
    let offset = hoursEast * 3600
    return simulated(
      clock, from: Date(timeIntervalSince1970: Double(start.secondsSince1970 - offset)),
      zone: zoneName(hoursEast: hoursEast)
    ) { _ in offset }
  }
}
