public import HaloBluetooth

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension WallTime {
  /// The time in a simulation that begins at `start`, in this machine's zone.
  public static func simulated(_ clock: SimulatedClock, from start: Date) -> WallTime {
    .system { clock.date(from: start) }
  }

  /// The time in a simulation that begins at `start`, in a zone with that offset.
  public static func simulated(
    _ clock: SimulatedClock, from start: Date, zone: String, secondsFromGMT: @escaping @Sendable (Date) -> Int
  ) -> WallTime {
    WallTime(zone: zone, secondsFromGMT: secondsFromGMT) { clock.date(from: start) }
  }
}

extension SimulatedClock {
  fileprivate func date(from start: Date) -> Date { start.addingTimeInterval(now.offset / .seconds(1)) }
}
