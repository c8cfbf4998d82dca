import GRDB

extension Database {
  /// Marks the computed values of wearers as those of an older version, so that the next update computes all days again.
  /// The program may be terminated before it has computed the values of other data.
  func markDerivedOutdated(of wearers: Set<String>) throws {
    for wearer in wearers {
      try run(
        """
        UPDATE derived SET version = 0 WHERE wearer = (SELECT id FROM wearer WHERE name = ?1)
          AND start = (SELECT min(start) FROM derived WHERE wearer = (SELECT id FROM wearer WHERE name = ?1))
        """, [wearer])
    }
  }
}
