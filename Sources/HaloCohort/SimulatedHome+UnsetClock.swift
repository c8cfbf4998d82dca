import HaloTesting

extension SimulatedHome {
  /// The time of a device clock that is never set: it keeps the home's first UTC offset.
  var unsetClock: @Sendable () -> WallClock {
    let start = start.secondsSince1970
    let clock = clock
    return { WallClock(secondsSince1970: start + Int(clock.now.offset / .seconds(1))) }
  }
}
