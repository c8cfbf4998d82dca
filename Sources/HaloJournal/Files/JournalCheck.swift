import HaloText
import GRDB
public import HaloHealth

/// A summary of a journal's contents.
public struct JournalContents: Hashable, Sendable {
  /// The names of its devices, including forgotten ones, in the order in which they were added.
  public let devices: [String]
  /// The first and the last day with a value or a night, by the devices' clocks; `nil` without data.
  public let days: ClosedRange<CalendarDate>?
}

/// Checks without changes whether a database is an intact journal that this version can read.
enum JournalCheck {
  /// Checks that a database does not belong to another program or a newer version, because it must not get this
  /// version's tables. A database without tables may become a journal.
  static func owner(_ db: Database, path: String) throws {
    let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE type = 'table'") ?? 0
    guard tables > 0 else { return }
    guard try db.tableExists("grdb_migrations"), try db.tableExists("frame") else {
      throw JournalError.damaged(path: path, reason: Phrase("another program's database"))
    }
    if try Schema.migrator.hasBeenSuperseded(db) { throw JournalError.newer(path: path) }
  }

  /// Checks all of a journal and returns a summary of its contents. Takes about a second for 100 MB.
  ///
  /// - Throws: ``JournalError`` about the file `path`, also if it is empty; `DatabaseError`.
  static func contents(_ database: some DatabaseReader, path: String) throws -> JournalContents {
    try database.read { db in
      guard try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") != 0 else {
        throw JournalError.damaged(path: path, reason: Phrase("it is empty"))
      }
      try owner(db, path: path)
      let problem = try String.fetchOne(db, sql: "PRAGMA integrity_check(1)") ?? "it cannot be checked"
      guard problem == "ok" else { throw JournalError.damaged(path: path, reason: Phrase(verbatim: problem)) }
      let devices = try String.fetchAll(db, sql: "SELECT name FROM device ORDER BY id")
      // `wall` is seconds since 1970 on the device's clock.
      let span = try LocalSpan.fetchOne(
        db,
        sql: """
          SELECT min(wall) AS first, max(wall) AS last
          FROM (SELECT wall FROM sample WHERE doubtful = 0 UNION ALL SELECT wall FROM night WHERE doubtful = 0)
          """)
      return JournalContents(devices: devices, days: span?.days)
    }
  }
}

private struct LocalSpan: FetchableRecord {
  let days: ClosedRange<CalendarDate>?

  init(row: Row) throws {
    guard let first: Int = try row.value("first"), let last: Int = try row.value("last") else {
      days = nil
      return
    }
    days = WallClock(secondsSince1970: first).date...WallClock(secondsSince1970: last).date
  }
}
