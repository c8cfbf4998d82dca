/// A point in time, and what a clock on the wall showed then.
///
/// Printed as ISO 8601 with the offset: `2026-11-20T10:16:00.120+08:00`, without the thousandths where they are zero.
public struct Moment: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00 UTC.
  public let milliseconds: Int
  /// Seconds that the clock on the wall was ahead of UTC.
  public let secondsFromGMT: Int

  /// A point in time, where the clock on the wall was that far ahead of UTC.
  public init(milliseconds: Int, secondsFromGMT: Int) {
    self.milliseconds = milliseconds
    self.secondsFromGMT = secondsFromGMT
  }

  /// The moment at which a clock that was that far ahead of UTC showed `wallClock`.
  public init(_ wallClock: WallClock, secondsFromGMT: Int) {
    self.init(
      milliseconds: (wallClock.secondsSince1970 - secondsFromGMT) * 1000, secondsFromGMT: secondsFromGMT)
  }

  /// What the clock on the wall showed.
  public var wallClock: WallClock {
    WallClock(secondsSince1970: milliseconds.floorDivided(by: 1000) + secondsFromGMT)
  }
}

extension Moment: Comparable {
  /// The order of time, wherever the clocks hung.
  public static func < (left: Moment, right: Moment) -> Bool { left.milliseconds < right.milliseconds }
}

extension Moment: CustomStringConvertible {
  public var description: String {
    let rest = milliseconds - milliseconds.floorDivided(by: 1000) * 1000
    let minutes = abs(secondsFromGMT) / 60
    let offset = "\(secondsFromGMT < 0 ? "-" : "+")\((minutes / 60).padded(to: 2)):\((minutes % 60).padded(to: 2))"
    return "\(wallClock)\(rest == 0 ? "" : ".\(rest.padded(to: 3))")\(offset)"
  }
}
