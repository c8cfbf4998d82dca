import GRDB

extension Database {
  /// Marks all computed values of wearers as outdated. Call it in the transaction that changes the data: the program may
  /// be terminated before it has computed the values again.
  func markDerivedOutdated(of wearers: Set<String>) throws {
    for wearer in wearers { try markDerivedOutdated("name = ?1", [wearer]) }
  }

  /// The number of wearers and of changes of their data, and the first day whose computed values are outdated.
  func dataState() throws -> (wearers: Int, changes: Int, outdated: Int?) {
    try row("SELECT count(*) AS wearers, ifnull(sum(changes), 0) AS changes, min(outdated) AS outdated FROM wearer")
      .map { try ($0.value("wearers"), $0.value("changes"), $0.value("outdated")) } ?? (0, 0, nil)
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
