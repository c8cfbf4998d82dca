import GRDBSQLite

/// A database that is changed as `sqlite3` would: without the checks of Halo's own connection.
final class HostileDatabase {
  struct Failure: Error { let message: String }

  private var database: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open(path, &database) == SQLITE_OK else { throw Failure(message: "\(path) cannot be opened") }
    try run("PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
  }

  deinit { sqlite3_close(database) }

  /// Runs statements, and returns the number of rows that the last one changed.
  @discardableResult
  func run(_ sql: String) throws -> Int {
    var message: UnsafeMutablePointer<CChar>?
    defer { sqlite3_free(message) }
    guard sqlite3_exec(database, sql, nil, nil, &message) == SQLITE_OK else {
      throw Failure(message: message.map { String(cString: $0) } ?? "")
    }
    return Int(sqlite3_changes(database))
  }
}
