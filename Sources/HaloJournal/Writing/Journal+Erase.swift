import GRDB

extension Journal {
  /// Erases all data of a wearer: devices with their data, computed values, workouts, and the profile. After the last
  /// wearer, all profiles are erased.
  public func erase(wearer: String) throws {
    try write { db in
      try db.run("DELETE FROM device WHERE wearer = (SELECT id FROM wearer WHERE name = ?)", [wearer])
      try db.run("DELETE FROM wearer WHERE name = ?", [wearer])
      try db.run("DELETE FROM profile WHERE wearer = ? OR NOT EXISTS (SELECT 1 FROM wearer)", [wearer])
    }
    JournalLocks.removeOld(of: path)
  }
}
