import GRDB

/// The state of a wearer's computed values: up to date or outdated. It is read before the data that they are computed
/// from.
public struct DerivedState: Sendable {
  /// The wearer's name.
  public let wearer: String
  /// The first day whose values are outdated; `nil` if all are up to date.
  public let outdatedSince: CalendarDate?
  /// The number of changes of the wearer's data so far.
  let changes: Int
  /// The generation of the algorithms.
  let generation: Int
}

extension Journal {
  /// The states of all wearers' values. Those of another generation of the algorithms are outdated on all days.
  public func derivedStates(generation: Int) throws -> [DerivedState] {
    try all(
      "SELECT name, changes, iif(generation = ?, outdated, 0) AS outdated FROM wearer ORDER BY id", [generation]
    ) { row in
      try DerivedState(
        wearer: row.value("name"),
        outdatedSince: (row.value("outdated") as Int?).map { CalendarDate(daysSince1970: $0) },
        changes: row.value("changes"), generation: generation)
    }
  }

  /// Marks a wearer's values as up to date, if the data has not changed since the state was read.
  ///
  /// - Returns: False if it has, so that some values may be outdated again.
  public func markUpToDate(_ state: DerivedState) throws -> Bool {
    try write(isSeen: false) { db in
      try db.run(
        "UPDATE wearer SET outdated = NULL, generation = ? WHERE name = ? AND changes = ?",
        [state.generation, state.wearer, state.changes])
      return db.changesCount > 0
    }
  }

  /// Throws an error immediately if the journal cannot be written, for example because another program is writing to it.
  public func checkWritable() throws {
    try pool.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA busy_timeout = 0")
      defer { try? db.execute(sql: "PRAGMA busy_timeout = \(Self.busyTimeout * 1000)") }
      try db.inTransaction(.immediate) { .rollback }
    }
  }
}
