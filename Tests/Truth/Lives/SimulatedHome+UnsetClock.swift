import HaloHealth
import HaloSimulatedRadio
import HaloTesting

extension SimulatedHome {
  /// The clock of a device that is never set: it keeps the time of the home's first offset.
  var unsetClock: @Sendable () -> WallClock {
    let (start, clock) = (start.secondsSince1970, clock)
    return { WallClock(secondsSince1970: start + Int(clock.now.offset / .seconds(1))) }
  }
}
