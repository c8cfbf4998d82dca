import GRDB

/// A device's clock that was wrong when it was set, and that the wearer has not answered for yet.
public struct ClockDifference: Sendable, Hashable {
  /// The state of the clock before it was set.
  public let found: PriorClock
  /// The time at which it was set, with the local offset.
  public let time: Moment
  /// True if Halo set the clock for the first time: `halo pair --clock-in-utc` is about the time before.
  public let isFirst: Bool

  /// A clock that was as `found` when it was set at `time`.
  public init(found: PriorClock, time: Moment, isFirst: Bool) {
    self.found = found
    self.time = time
    self.isFirst = isFirst
  }

  /// Seconds that the clock was behind local time; negative if it was ahead.
  public var secondsBehind: Int { time.secondsFromGMT - found.secondsFromGMT }
}

extension Journal {
  /// The last time that a device's clock was found to differ and was set, at `time` or later, or in the latest session.
  /// `nil` if there is no such time, or if the wearer has stated the earlier setting.
  public func clockDifference(
    of device: Device, since time: Moment? = nil, inLatestSession: Bool = false
  ) throws -> ClockDifference? {
    try read { db in
      let row = try db.row(
        """
        SELECT found, certainty, time, offset, number FROM (
          SELECT *, row_number() OVER (ORDER BY time, id) AS number, lag(session IS NULL) OVER (ORDER BY time, id) AS answered
          FROM clock WHERE device = ? AND wrong IS NULL)
        WHERE found IS NOT NULL AND answered IS NOT 1 AND time >= ?
          AND (? = 0 OR session = (\(Self.latestSession))) ORDER BY time DESC, id DESC
        """, [device.id, time?.milliseconds ?? .min, inLatestSession, device.id])
      // A newer version may have other certainties.
      guard let row, let certainty = try PriorClock.Certainty(rawValue: row.value("certainty")) else { return nil }
      return try ClockDifference(
        found: PriorClock(secondsFromGMT: row.value("found"), certainty: certainty),
        time: row.moment("time", offset: "offset"), isFirst: row.value("number") == 1)
    }
  }
}
