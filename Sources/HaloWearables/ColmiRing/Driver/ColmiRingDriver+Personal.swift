import HaloBluetooth

extension ColmiRingDriver: Personal {
  public func goals() async throws -> DailyGoals? {
    guard case .goals(let goals) = try await ask(.goals)?.message else { return nil }
    return DailyGoals(goals)
  }

  public func setGoals(_ goals: DailyGoals) async throws -> DailyGoals {
    guard try await ask(.configureGoals(ColmiRing.Goals(goals))) != nil, let actual = try await self.goals() else {
      throw ConfigurableError.unsupported(device: connection.label, what: "goals")
    }
    guard actual == goals else {
      throw ConfigurableError.notKept(
        device: connection.label, what: "the goals", wished: goals.words, actual: actual.words)
    }
    return actual
  }

  public func profile() async throws -> WearerProfile? { try await preferences()?.profile }

  public func setProfile(_ profile: WearerProfile) async throws -> WearerProfile? {
    guard try await ask(.configurePreferences(profile)) != nil else {
      throw ConfigurableError.unsupported(device: connection.label, what: "profile")
    }
    guard let actual = try await self.profile() else { return nil }
    guard actual == profile else {
      throw ConfigurableError.notKept(
        device: connection.label, what: "the profile", wished: profile.words, actual: actual.words)
    }
    return actual
  }

  /// The answer has no type in the vocabulary of messages, so it is read from the bytes that nobody understands.
  private func preferences() async throws -> ColmiRing.Preferences? {
    guard case .unknown(let answer) = try await ask(.preferences)?.message, let packet = ColmiRing.Packet(answer.bytes)
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

  fileprivate var words: String {
    "\(steps) steps, \(kilocalories) kcal, \(meters) m, \(sportMinutes) min of sport, \(sleepMinutes) min of sleep"
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
  fileprivate var words: String {
    "\(gender.rawValue), \(age) years, \(heightCentimeters) cm, \(weightKilograms) kg, \(units.rawValue), \(clockHours) h"
  }
}
