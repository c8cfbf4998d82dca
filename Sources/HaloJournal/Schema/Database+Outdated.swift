import GRDB

extension Database {
  /// Marks all computed values of wearers as outdated. Call it in the transaction that changes the data: the program may
  /// be terminated before it has computed the values again.
  func markDerivedOutdated(of wearers: Set<String>) throws {
    for wearer in wearers { try markDerivedOutdated("name = ?1", [wearer]) }
  }

  /// Marks the computed values of the wearers with a `condition` as outdated, from the day on that is the value of the SQL
  /// `first`, counted from 1970.
  func markDerivedOutdated(
    _ condition: String = "true", _ arguments: StatementArguments = [], since first: String = "0"
  ) throws {
    try run(
      """
      UPDATE wearer SET outdated = min(ifnull(outdated, \(first)), \(first)), changes = changes + 1 WHERE \(condition)
      """, arguments)
  }
}
