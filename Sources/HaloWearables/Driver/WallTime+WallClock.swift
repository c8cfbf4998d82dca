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
}
