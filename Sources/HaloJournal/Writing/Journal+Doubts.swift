import GRDB

extension Journal {
  /// Marks all data dated after `now` as doubtful, because a clock that was ahead dated it.
  ///
  /// - Returns: The number of marked samples and sleeps.
  @discardableResult
  public func markFutureDoubtful(after now: Moment) throws -> Int {
    let limit = now.milliseconds + ClockHistory.tolerance
    func count(_ db: Database) throws -> Bool {
      try db.numbers("SELECT id FROM device").contains { device in
        try DataKind.all.contains { kind in
          try db.exists(
            "SELECT 1 FROM \(kind.table) WHERE device = ? AND \(kind.condition) AND start > ? AND doubtful = 0",
            [device, limit])
        }
      }
    }
    // There is almost never such data, so the check avoids a write.
    guard try read(count) else { return 0 }
    return try write { db in
      try db.markDerivedOutdated("true", [max(0, now.wallClock.date.daysSince1970)], since: "?1")
      return try db.numbers("SELECT id FROM device").reduce(0) { sum, device in
        try DataKind.all.reduce(sum) { sum, kind in
          try db.run(
            "UPDATE \(kind.table) SET doubtful = 1 WHERE device = ? AND \(kind.condition) AND start > ? AND doubtful = 0",
            [device, limit])
          return sum + db.changesCount
        }
      }
    }
  }
}
