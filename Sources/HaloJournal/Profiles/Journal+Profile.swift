import GRDB
public import HaloHealth

extension Journal {
  /// What a wearer chose; ``HaloHealth/Profile/init(stepGoal:sleepGoalMinutes:units:clock:language:firstWeekday:birthYear:maxHeartRate:)``
  /// without arguments if nothing was chosen.
  public func profile(of wearer: String) throws -> Profile { try read { try Profile(of: wearer, $0) } }

  /// Changes what a wearer chose, and returns it. Fields that `body` leaves as they are stay also if another program changes them at the
  /// same time. The wearer need not have a device yet. `year` is the current year, after which nobody is born.
  ///
  /// - Throws: `HaloHealth.ProfileError` if a changed field does not take its value; nothing is changed then. ``JournalError``.
  @discardableResult
  public func change(
    profileOf wearer: String, in year: Int? = nil, _ body: (inout Profile) throws -> Void
  ) throws -> Profile {
    guard DataBounds.isName(wearer) else { throw JournalError.badName }
    return try write { db in
      let before = try Profile(of: wearer, db)
      var changed = before
      try body(&changed)
      for field in ProfileField.allCases where changed[field] != before[field] {
        var checked = before
        try checked.set(field, to: changed[field], in: year)
      }
      try changed.store(of: wearer, besides: before, db)
      return changed
    }
  }

  /// Stores what an older version kept of a wearer's choices in a file of its own, unless something was chosen here before.
  public func adopt(_ profile: Profile, of wearer: String) throws {
    try write { db in
      if try !db.exists("SELECT 1 FROM profile WHERE wearer = ?", [wearer]) {
        try profile.store(of: wearer, besides: Profile(), db)
      }
    }
  }
}
