import GRDB

extension Journal {
  /// Erases everything of a wearer: devices with all they told, what was computed, workouts, the profile. Without the last wearer, no
  /// profile is left.
  public func erase(wearer: String) throws {
    try write { db in
      try db.run("DELETE FROM device WHERE wearer = (SELECT id FROM wearer WHERE name = ?)", [wearer])
      try db.run("DELETE FROM wearer WHERE name = ?", [wearer])
      try db.run("DELETE FROM profile WHERE wearer = ? OR NOT EXISTS (SELECT 1 FROM wearer)", [wearer])
    }
    JournalLocks.removeOld(of: path)
  }
}
