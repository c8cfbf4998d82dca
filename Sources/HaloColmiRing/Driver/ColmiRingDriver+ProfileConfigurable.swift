extension ColmiRingDriver: ProfileConfigurable {
  /// Reads the daily goals; `nil` if the firmware does not support goals.
  public func goals() async throws -> DailyGoals? {
    Self.goals(in: try await ask(.goals))
  }

  /// Sets the daily goals, reads them back, and returns the stored ones.
  public func setGoals(_ goals: DailyGoals) async throws -> DailyGoals {
    guard try await requireAnswer(.configureGoals(ColmiRing.Goals(goals)), Phrase("the goals")) != nil,
      let actual = Self.goals(in: try await requireAnswer(.goals, Phrase("the goals")))
    else {
      throw ConfigurableError.unsupported(device: connection.label, what: Phrase("goals"))
    }
    guard actual == goals else {
      throw ConfigurableError.notStored(
        device: connection.label, what: Phrase("goals"), requested: goals.words, actual: actual.words,
        advice: goals.steps < 100 ? Phrase("Rings do not store goals below 100 steps: choose 100 or more.") : nil)
    }
    return actual
  }

  private static func goals(in received: ColmiRing.Received?) -> DailyGoals? {
    guard case .goals(let goals) = received?.message else { return nil }
    return DailyGoals(goals)
  }

  /// Reads the wearer's profile; `nil` if the firmware does not report it.
  public func profile() async throws -> WearerProfile? { Self.preferences(in: try await ask(.preferences))?.profile }

  /// Sets the wearer's profile, reads it back, and returns the stored one; `nil` if the firmware does not report it.
  public func setProfile(_ profile: WearerProfile) async throws -> WearerProfile? {
    // Keep the other preferences that the ring stores in the same message.
    var requested =
      Self.preferences(in: try await requireAnswer(.preferences, Phrase("the profile")))
      ?? ColmiRing.Preferences(profile)
    requested.profile = profile
    guard try await requireAnswer(.configurePreferences(requested), Phrase("the profile")) != nil else {
      throw ConfigurableError.unsupported(device: connection.label, what: Phrase("profile"))
    }
    guard let actual = Self.preferences(in: try await requireAnswer(.preferences, Phrase("the profile"))) else {
      return nil
    }
    guard actual == requested else {
      throw ConfigurableError.notStored(
        device: connection.label, what: Phrase("profile"), requested: profile.words, actual: actual.profile.words)
    }
    return actual.profile
  }

  /// Decodes the answer from its raw bytes, because it has no message type in the vocabulary.
  private static func preferences(in received: ColmiRing.Received?) -> ColmiRing.Preferences? {
    guard case .unknown(let answer) = received?.message, let packet = ColmiRing.Packet(answer.bytes)
    else { return nil }
    return ColmiRing.Preferences(answer: packet)
  }
}

extension DailyGoals {
  fileprivate init(_ goals: ColmiRing.Goals) {
    self.init(
      steps: goals.steps, kilocalories: (goals.calories + 500) / 1000, meters: goals.meters,
      sportMinutes: goals.sportMinutes, sleepMinutes: goals.sleepMinutes)
  }

  fileprivate var words: Phrase {
    Phrase(
      "\(steps) steps, \(kilocalories) kcal, \(meters) m, \(sportMinutes) min of sport, \(sleepMinutes) min of sleep")
  }
}

extension ColmiRing.Goals {
  fileprivate init(_ goals: DailyGoals) {
    self.init(
      steps: goals.steps, calories: goals.kilocalories * 1000, meters: goals.meters, sportMinutes: goals.sportMinutes,
      sleepMinutes: goals.sleepMinutes)
  }
}

extension WearerProfile {
  fileprivate var words: Phrase {
    Phrase(
      "\(gender.phrase), \(age) years, \(heightCentimeters) cm, \(weightKilograms) kg, \(units.phrase), \(clockHours) h"
    )
  }
}
