public import HaloBluetooth
public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension WallTime {
  /// What a clock on the wall shows here now, in the zone in force.
  public var wallClock: WallClock {
    let now = now
    let seconds = now.timeIntervalSince1970 + Double(secondsFromGMT(at: now))
    return WallClock(secondsSince1970: Int(seconds.rounded(.down)))
  }

  /// The point in time now, to the millisecond, with the zone in force.
  public var moment: Moment {
    let now = now
    return Moment(
      milliseconds: Int((now.timeIntervalSince1970 * 1000).rounded(.down)), secondsFromGMT: secondsFromGMT(at: now))
  }
}
