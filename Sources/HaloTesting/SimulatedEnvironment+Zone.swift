import HaloFoundation

/// For a test of only a driver. ``SimulatedHome`` has an engine and a journal as well.
extension HaloVirtualDevices.SimulatedEnvironment {
  /// Creates an environment without devices, whose local time is `start` now.
  public init(
    _ clock: SimulatedClock, start: WallClock, zone: SimulatedZone, seed: UInt64 = 1,
    settings: LinkSettings = LinkSettings()
  ) {
    let begin = Date(timeIntervalSince1970: Double(start.secondsSince1970 - zone.secondsFromGMT))
    let time = WallTime.simulated(clock, from: begin, zone: zone.name) { date in
      zone.secondsFromGMT(at: Int(date.timeIntervalSince1970))
    }
    self.init(clock, time: time, seed: seed, settings: settings)
  }

  /// The clock, whose time passes only while every task waits.
  public var clock: SimulatedClock { medium.clock }
  /// The date and time.
  public var time: WallTime { driver.time }
}
