import GRDB

extension Journal {
  /// Stores the decoded content of a session's frames, replacing the content decoded before.
  ///
  /// - Returns: The numbers of the frames with data outside `DataBounds`, which is left out.
  @discardableResult
  public func apply(_ decoded: DecodedSession, toSession session: Int) throws -> [Int] {
    try write { db in
      // Data that was decoded before is replaced, perhaps of other days.
      try Self.markDerivedOutdated(bySession: session, db)
      let refused = try Self.apply(decoded, toSession: session, db)
      try Self.markDerivedOutdated(bySession: session, db)
      return refused
    }
  }

  /// Marks the computed values as outdated from the first day on of which a session has data.
  private static func markDerivedOutdated(bySession session: Int, _ db: Database) throws {
    try db.markDerivedOutdated(
      "id = (SELECT device.wearer FROM session JOIN device ON device.id = session.device WHERE session.id = ?1)",
      [session],
      since: """
        (SELECT max(0, min(day)) FROM (SELECT begun / \(Milliseconds.day) AS day FROM session WHERE id = ?1
          UNION ALL SELECT strftime('%s', coverage.day) / 86400 FROM coverage
            JOIN statement ON statement.id = coverage.statement WHERE statement.session = ?1
          UNION ALL SELECT sample.start / \(Milliseconds.day) FROM statement
            JOIN sample ON sample.statement = statement.id WHERE statement.session = ?1))
        """)
  }

  @discardableResult
  static func apply(_ decoded: DecodedSession, toSession session: Int, _ db: Database) throws -> [Int] {
    guard let device = try db.number("SELECT device FROM session WHERE id = ?", [session]) else { return [] }
    let contents = decoded.contents
    try db.run("DELETE FROM statement WHERE session = ?", [session])
    try db.run("DELETE FROM clock WHERE session = ?", [session])
    try resolveDoubts(contents.hadCorrectDate, device: device, before: session, db)
    for event in contents.clockEvents {
      try db.run(
        "INSERT INTO clock (device, session, time, offset, zone, wrong, found, certainty) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
          device, session, event.time.milliseconds, event.time.secondsFromGMT, event.zone, event.wrongDate?.description,
          event.found?.secondsFromGMT, event.found?.certainty.rawValue,
        ])
    }
    try deleteRedundantClocks(of: device, db)
    try write(contents.raw, ofSession: session, db)
    var writer = StatementWriter(device: device, session: session, clock: try ClockHistory.of(device: device, db), db)
    for (index, statement) in contents.statements.enumerated() {
      let frames = statement.frames.map { decoded.frames[$0] }
      try writer.write(
        statement, frames: frames.map(\.id), received: frames.last?.time ?? Moment(milliseconds: 0, secondsFromGMT: 0),
        isVerified: index < contents.verifiedCount)
    }
    try db.run("UPDATE session SET decoder = ? WHERE id = ?", [decoded.decoder, session])
    return writer.refused.sorted()
  }

  /// Deletes settings of the clock between the first and last of several with the same offset: a ring that is synced
  /// every half hour is set as often.
  private static func deleteRedundantClocks(of device: Int, _ db: Database) throws {
    try db.run(
      """
      DELETE FROM clock WHERE id IN (
        SELECT id FROM (
          SELECT id, offset, found, lag(offset) OVER other AS before, lead(offset) OVER other AS after FROM clock
          WHERE device = ? AND wrong IS NULL WINDOW other AS (ORDER BY time, id)
        ) WHERE offset = before AND offset = after AND found IS NULL)
      """, [device])
  }

  /// Resolves the statements of earlier sessions that ended before the device's date could be checked again: this
  /// session shows whether the date was correct.
  private static func resolveDoubts(_ wasRight: Bool?, device: Int, before session: Int, _ db: Database) throws {
    guard let wasRight else { return }
    // Few statements are open, so the query checks the device of each; `IN` would collect all sessions of the device
    // each time.
    let open = """
      verified = 0 AND EXISTS (SELECT 1 FROM session WHERE session.id = statement.session
        AND (\(sessionOrder)) < (SELECT \(sessionOrder) FROM session WHERE session.id = ?) AND session.device = ?)
      """
    // The days are requested again if the date was wrong.
    let changes =
      wasRight
      ? ["UPDATE statement SET verified = 1 WHERE \(open)"]
      : ["DELETE FROM coverage", "UPDATE sample SET doubtful = 1", "UPDATE night SET doubtful = 1"]
        .map { "\($0) WHERE statement IN (SELECT id FROM statement WHERE \(open))" }
    for change in changes {
      try db.run(change, [session, device])
      // The doubtful days may be of any time.
      if !wasRight, db.changesCount > 0 {
        try db.markDerivedOutdated("id = (SELECT wearer FROM device WHERE id = ?)", [device])
      }
    }
  }
}
