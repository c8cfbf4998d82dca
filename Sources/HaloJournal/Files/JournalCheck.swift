import GRDB

/// A summary of a journal's contents.
public struct JournalContents: Hashable, Sendable {
  /// The names of its devices, including forgotten ones, in the order in which they were added.
  public let devices: [String]
  /// The first and the last day with a value or a night, by the devices' clocks; `nil` without data.
  public let days: ClosedRange<CalendarDate>?
}

/// Checks without changes whether a database is an intact journal that this version can read.
enum JournalCheck {
  /// Refuses views, triggers and virtual tables, which a journal never has: reading one could run any statement, without
  /// end, and a trigger could change what is written.
  static func kinds(_ db: Database, path: String) throws {
    if try db.exists("SELECT 1 FROM sqlite_master WHERE type NOT IN ('table', 'index') OR rootpage = 0") {
      throw JournalError.damaged(path: path, reason: Phrase("it has a view or a trigger, which no journal has"))
    }
  }

  /// Checks that a database does not belong to another program or a newer version, because it must not get this
  /// version's tables. A database without tables may become a journal.
  static func owner(_ db: Database, path: String) throws {
    guard try db.exists("SELECT 1 FROM sqlite_master WHERE type = 'table'") else { return }
    guard try db.tableExists("grdb_migrations"), try db.tableExists("frame") else {
      throw JournalError.damaged(path: path, reason: Phrase("another program's database"))
    }
    if try Schema.migrator.hasBeenSuperseded(db) { throw JournalError.newer(path: path) }
  }

  /// Checks all of a journal and returns a summary of its contents. Takes about a second for 100 MB.
  ///
  /// - Throws: ``JournalError`` about the file `path`, also if it is empty; `DatabaseError`.
  static func contents(_ db: Database, path: String) throws -> JournalContents {
    guard try db.exists("SELECT 1 FROM sqlite_master") else {
      throw JournalError.damaged(path: path, reason: Phrase("it is empty"))
    }
    try kinds(db, path: path)
    try owner(db, path: path)
    // Of this database alone: another one may be attached.
    let problem = try String.fetchOne(db, sql: "PRAGMA main.integrity_check(1)") ?? "it cannot be checked"
    guard problem == "ok" else { throw JournalError.damaged(path: path, reason: Phrase(verbatim: problem)) }
    try numbers(db)
    let devices = try String.fetchAll(db, sql: "SELECT name FROM device ORDER BY id")
    // `wall` is seconds since 1970 on the device's clock.
    let span = try db.row(
      """
      SELECT min(wall) AS first, max(wall) AS last
      FROM (SELECT wall FROM sample WHERE doubtful = 0 UNION ALL SELECT wall FROM night WHERE doubtful = 0)
      """)
    var days: ClosedRange<CalendarDate>?
    if let span, let first: Int = try span.time("first"), let last: Int = try span.time("last") {
      days = WallClock(secondsSince1970: first).date...WallClock(secondsSince1970: last).date
    }
    return JournalContents(devices: devices, days: days)
  }

  /// Checks all numbers by the bounds of ``StoredNumber``, also those in texts, so that nothing is found only when a row is
  /// read.
  ///
  /// - Throws: `DatabaseError` with `SQLITE_CORRUPT`.
  static func numbers(_ db: Database) throws {
    let tables = try db.rows(
      """
      SELECT tables.name, group_concat(CASE columns.name WHEN 'wall' THEN 'wall - start / 1000'
          ELSE printf('"%w"', columns.name) END || ' NOT BETWEEN ' || CASE WHEN columns.type = 'REAL' THEN \(sql(StoredNumber.reals))
          WHEN columns.name IN ('offset', 'wall') THEN \(sql(StoredNumber.offsets)) WHEN columns.name IN ('start', 'time',
            'begun', 'ended', 'created', 'paired', 'forgotten', 'received', 'bed', 'rise') THEN \(sql(StoredNumber.times))
          ELSE \(sql(StoredNumber.amounts)) END, ' OR ') AS wrong
      FROM sqlite_master AS tables JOIN pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' AND (columns.type IN ('INTEGER', 'REAL') OR columns.name = 'seq') GROUP BY tables.name
      """)
    for row in tables {
      let table: String = try row.value("name")
      let wrong: String = try row.value("wrong")
      if try db.exists("SELECT 1 FROM \(table.quotedDatabaseIdentifier) WHERE \(wrong)") {
        throw StoredNumber.damaged("a number in the table \(DataBounds.cleaned(table)) that is not possible")
      }
    }
    for (table, column, check) in texts {
      guard try db.columns(in: table).contains(where: { $0.name == column }) else { continue }
      let found = try String.fetchCursor(db, sql: "SELECT \(column) FROM \(table)")
      while let text = try found.next() { try check(text) }
    }
  }

  /// SQL for the ends of BETWEEN, in quotes.
  private static func sql(_ bounds: ClosedRange<some Comparable>) -> String {
    "'\(bounds.lowerBound) AND \(bounds.upperBound)'"
  }

  /// The texts that have numbers, with what parses them.
  private static let texts: [(String, String, @Sendable (String) throws -> Void)] = [
    ("night", "stages", { _ = try Night.stages($0) }), ("statement", "frames", { _ = try FrameRange.ids($0) }),
    ("import", "runs", { _ = try ImportGroup.numbers($0) }),
  ]
}
