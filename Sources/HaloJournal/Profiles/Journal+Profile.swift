import GRDB

extension Journal {
  /// The settings of a wearer; without stored settings, the defaults of
  /// `Profile.init(stepGoal:sleepGoalMinutes:units:clock:language:firstWeekday:birthYear:maxHeartRate:)`.
  public func profile(of wearer: String) throws -> Profile { try read { try Profile(of: wearer, $0) } }

  /// Changes the settings of a wearer and returns them. Fields that `body` does not change keep concurrent changes by
  /// other programs. The wearer does not need a device yet. `year` is the current year, the maximum of the year of
  /// birth.
  ///
  /// - Throws: `HaloHealth.ProfileError` if a changed field does not accept its value; nothing is changed then.
  ///   ``JournalError``.
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

  /// Stores the settings that an older version kept in a separate file, unless the journal already has settings of the
  /// wearer.
  public func adopt(_ profile: Profile, of wearer: String) throws {
    try write { db in
      if try !db.exists("SELECT 1 FROM profile WHERE wearer = ?", [wearer]) {
        try profile.store(of: wearer, besides: Profile(), db)
      }
    }
  }
}
