import GRDB
import HaloHealth

extension Database {
  /// Marks the computed values of wearers, by default of all, as outdated from a day on. Call it in the transaction that
  /// changes the data: the program may be terminated before it has computed the values again.
  func markDerivedOutdated(of wearers: Set<String>? = nil, since first: CalendarDate = Journal.firstMarkedDay) throws {
    let all = try wearers ?? Set(String.fetchAll(self, sql: "SELECT name FROM wearer"))
    for wearer in all {
      try run(
        "UPDATE wearer SET outdated = min(ifnull(outdated, ?1), ?1), changes = changes + 1 WHERE name = ?2",
        [max(0, first.daysSince1970), wearer])
    }
  }
}
