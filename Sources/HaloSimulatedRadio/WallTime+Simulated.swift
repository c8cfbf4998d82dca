public import HaloFoundation

extension WallTime {
  /// Returns the time of a simulation that begins at `start`, in this machine's time zone.
  public static func simulated(_ clock: SimulatedClock, from start: Date) -> WallTime {
    .system { clock.date(from: start) }
  }

  /// Returns the time of a simulation that begins at `start`, in a time zone with that offset.
  public static func simulated(
    _ clock: SimulatedClock, from start: Date, zone: String, secondsFromGMT: @escaping @Sendable (Date) -> Int
  ) -> WallTime {
    WallTime(zone: zone, secondsFromGMT: secondsFromGMT) { clock.date(from: start) }
  }
}

extension SimulatedClock {
  fileprivate func date(from start: Date) -> Date { start.addingTimeInterval(now.offset / .seconds(1)) }
}
