import GRDB
public import HaloHealth

extension Journal {
  /// Marks everything that lies after `now` as of doubtful time: a clock that was ahead dated it.
  ///
  /// - Returns: How many samples and sleeps were marked.
  @discardableResult
  public func doubtFuture(after now: Moment) throws -> Int {
    let limit = now.milliseconds + ClockHistory.tolerance
    func count(_ db: Database) throws -> Bool {
      try Int.fetchAll(db, sql: "SELECT id FROM device").contains { device in
        try KindOfData.all.contains { kind in
          try db.exists(
            "SELECT 1 FROM \(kind.table) WHERE device = ? AND \(kind.condition) AND start > ? AND doubtful = 0",
            [device, limit])
        }
      }
    }
    // Almost always there is nothing, and nothing is written.
    guard try read(count) else { return 0 }
    return try write { db in
      try Int.fetchAll(db, sql: "SELECT id FROM device").reduce(0) { sum, device in
        try KindOfData.all.reduce(sum) { sum, kind in
          try db.run(
            "UPDATE \(kind.table) SET doubtful = 1 WHERE device = ? AND \(kind.condition) AND start > ? AND doubtful = 0",
            [device, limit])
          return sum + db.changesCount
        }
      }
    }
  }
}
