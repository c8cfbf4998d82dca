/// The fields of a ``Profile``. The raw values are the names under which they are stored and encoded.
public enum ProfileField: String, Sendable, Hashable, CaseIterable, CodingKey {
  /// ``Profile/stepGoal``.
  case stepGoal
  /// ``Profile/sleepGoalMinutes``.
  case sleepGoalMinutes
  /// ``Profile/units``.
  case units
  /// ``Profile/clock``.
  case clock
  /// ``Profile/language``.
  case language
  /// ``Profile/firstWeekday``.
  case firstWeekday
  /// ``Profile/birthYear``.
  case birthYear
  /// ``Profile/maxHeartRate``.
  case maxHeartRate

  /// True if the field may be empty.
  public var isOptional: Bool { ![.units, .clock, .firstWeekday].contains(self) }
}

extension Profile {
  /// The fields with a value, by their names.
  package var known: [String: ProfileValue] {
    Dictionary(ProfileField.allCases.map { ($0.rawValue, self[$0]) }) { $1 }.filter { $0.value != .empty }
  }
}
