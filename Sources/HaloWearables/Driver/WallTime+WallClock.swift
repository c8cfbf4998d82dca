public import HaloBluetooth
public import HaloHealth

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension WallTime {
  /// What a clock on the wall shows here now, in the zone in force.
  public var wallClock: WallClock {
    let now = now
    let seconds = now.timeIntervalSince1970 + Double(secondsFromGMT(at: now))
    return WallClock(secondsSince1970: Int(seconds.rounded(.down)))
  }

  /// When it is `wall` here.
  public func date(at wall: WallClock) -> Date {
    var date = now
    // Twice, because the offset depends on the date that is looked for.
    for _ in 0..<2 {
      date = Date(timeIntervalSince1970: Double(wall.secondsSince1970 - secondsFromGMT(at: date)))
    }
    return date
  }

  /// The point in time now, to the millisecond, with the zone in force.
  public var moment: Moment { moment(at: now) }

  /// A point in time, to the millisecond, with the zone in force then.
  package func moment(at date: Date) -> Moment { Moment(date, secondsFromGMT: secondsFromGMT(at: date)) }
}
