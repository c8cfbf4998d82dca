import GRDB
public import HaloHealth

/// Whether the computed values of a wearer are up to date.
public struct DerivedState: Sendable {
  /// The first day whose values are outdated; `nil` if all are up to date.
  public let outdatedSince: CalendarDate?
  /// The number of changes of the wearer's data so far.
  let changes: Int
}

extension Journal {
  /// The mark of a wearer whose values are outdated on all days.
  static let firstMarkedDay = CalendarDate(daysSince1970: 0)

  /// The wearers with outdated values, or with values that were not computed by this generation of the algorithms.
  public func wearersWithOutdatedValues(generation: Int) throws -> [String] {
    try read { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM wearer WHERE outdated IS NOT NULL OR generation <> ? ORDER BY id",
        arguments: [generation])
    }
  }

  /// The state of a wearer's values; `nil` if there is no such wearer. Read it before the data to compute them from.
  public func derivedState(of wearer: String, generation: Int) throws -> DerivedState? {
    try read { db in
      let row = try Row.fetchOne(
        db, sql: "SELECT outdated, changes, generation FROM wearer WHERE name = ?", arguments: [wearer])
      return try row.map { row in
        let marked: Int? = try row.value("outdated")
        let since = try row.value("generation") == generation ? marked : 0
        return try DerivedState(
          outdatedSince: since.map { CalendarDate(daysSince1970: min(max(0, $0), Self.lastDay.daysSince1970)) },
          changes: row.value("changes"))
      }
    }
  }

  /// Marks a wearer's values as up to date, if the data has not changed since `state`.
  ///
  /// - Returns: False if it has, so that some values may be outdated again.
  public func markUpToDate(_ wearer: String, since state: DerivedState, generation: Int) throws -> Bool {
    guard state.outdatedSince != nil else { return true }
    return try write(isSeen: false) { db in
      try db.run(
        "UPDATE wearer SET outdated = NULL, generation = ? WHERE name = ? AND changes = ?",
        [generation, wearer, state.changes])
      return db.changesCount > 0
    }
  }

  /// Throws an error immediately if the journal cannot be written, for example because another program is writing to it.
  public func checkWritable() throws {
    try Self.explainingErrors(path) {
      try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA busy_timeout = 0")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Self.busyTimeout * 1000)") }
        try db.inTransaction(.immediate) { .rollback }
      }
    }
  }
}
