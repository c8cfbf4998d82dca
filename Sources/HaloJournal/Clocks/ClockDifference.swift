import GRDB
public import HaloHealth

/// A device's clock that was not the time here when it was set, and that a person has not yet said anything about.
public struct ClockDifference: Sendable, Hashable {
  /// What it was found to be.
  public let found: FoundClock
  /// When it was set, with the offset in force here.
  public let time: Moment
  /// Whether that was the first time that Halo set it: `halo pair --clock-in-utc` speaks of the time before.
  public let isFirst: Bool

  /// A clock that was as `found` when it was set at `time`.
  public init(found: FoundClock, time: Moment, isFirst: Bool) {
    self.found = found
    self.time = time
    self.isFirst = isFirst
  }

  /// Seconds that the clock was behind the time here; negative if it was ahead.
  public var secondsBehind: Int { time.secondsFromGMT - found.secondsFromGMT }
}

extension Journal {
  /// The last time that a device's clock was found to differ and set, at `time` or later, or in the latest session; `nil` if it was not, or
  /// if a person has said what it was before.
  public func clockDifference(
    of device: Device, since time: Moment? = nil, inLatestSession: Bool = false
  ) throws -> ClockDifference? {
    try read { db in
      try ClockDifferenceRow.fetchOne(
        db,
        sql: """
          SELECT found, certainty, time, offset, number FROM (
            SELECT *, row_number() OVER (ORDER BY time, id) AS number, lag(session IS NULL) OVER (ORDER BY time, id) AS answered
            FROM clock WHERE device = ? AND wrong IS NULL)
          WHERE found IS NOT NULL AND answered IS NOT 1 AND time >= ?
            AND (? = 0 OR session = (SELECT max(id) FROM session WHERE device = ?)) ORDER BY time DESC, id DESC
          """, arguments: [device.id, time?.milliseconds ?? .min, inLatestSession, device.id]
      )?.difference
    }
  }
}

private struct ClockDifferenceRow: FetchableRecord {
  /// `nil` if a newer version is sure of it in another way.
  let difference: ClockDifference?

  init(row: Row) throws {
    difference = try FoundClock.Certainty(rawValue: row.value("certainty")).map { certainty in
      try ClockDifference(
        found: FoundClock(secondsFromGMT: row.value("found"), certainty: certainty),
        time: row.moment("time", offset: "offset"), isFirst: row.value("number") == 1)
    }
  }
}
