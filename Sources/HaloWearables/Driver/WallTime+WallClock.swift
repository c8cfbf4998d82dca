public import HaloFoundation

extension WallTime {
  /// The current local time, in the current time zone.
  public var wallClock: WallClock {
    let now = now
    let seconds = now.timeIntervalSince1970 + Double(secondsFromGMT(at: now))
    return WallClock(secondsSince1970: Int(seconds.rounded(.down)))
  }

  /// Returns the point in time when the local time is `wall`.
  public func date(at wall: WallClock) -> Date {
    var date = now
    // Done twice, because the offset depends on the resulting date.
    for _ in 0..<2 {
      date = Date(timeIntervalSince1970: Double(wall.secondsSince1970 - secondsFromGMT(at: date)))
    }
    return date
  }

  /// The current point in time, to the millisecond, with the current UTC offset.
  public var moment: Moment { moment(at: now) }

  /// Converts a point in time, to the millisecond, with the UTC offset at that time.
  package func moment(at date: Date) -> Moment { Moment(date, secondsFromGMT: secondsFromGMT(at: date)) }
}
