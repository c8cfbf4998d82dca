import HaloHealth

/// A profile as it is printed. In JSON, fields that are empty are left out.
struct ProfileOutput: Encodable {
  private let profile: Profile
  private let wearer: String

  init(_ profile: Profile, wearer: String) {
    self.profile = profile
    self.wearer = wearer
  }

  private enum CodingKeys: String, CodingKey {
    case type, wearer
  }

  func encode(to encoder: any Encoder) throws {
    var facts = encoder.container(keyedBy: CodingKeys.self)
    try facts.encode("profile", forKey: .type)
    try facts.encode(wearer, forKey: .wearer)
    var fields = encoder.container(keyedBy: ProfileField.self)
    for field in ProfileField.allCases where profile[field] != .empty {
      try fields.encode(profile[field], forKey: field)
    }
  }

  func text(_ terminal: Terminal) -> String {
    let width = (rows.map { $0.label.count }.max() ?? 0) + 2
    return rows.map { label, value in
      terminal.paint(label + String(repeating: " ", count: width - label.count), .faint) + value + "\n"
    }.joined()
  }

  private var rows: [(label: String, value: String)] {
    let steps: String? = profile.stepGoal.map { "\(Words.grouped($0)) a day" }
    let sleep: String? = profile.sleepGoalMinutes.map { "\(Words.duration($0)) a night" }
    let weekday: String = profile.firstWeekday.rawValue
    let rate: String? = profile.maxHeartRate.map { "\($0) bpm" }
    return [
      ("wearer", Words.printable(wearer)),
      ("step goal", steps ?? "none"),
      ("sleep goal", sleep ?? "none"),
      ("units", profile.units.rawValue),
      ("clock", "\(profile.clock.rawValue) hours"),
      ("language", profile.language ?? "as the system or the browser"),
      ("week begins on", weekday.prefix(1).uppercased() + weekday.dropFirst()),
      ("year of birth", profile.birthYear.map { "\($0)" } ?? "not known"),
      ("highest heart rate", rate ?? "not known"),
    ]
  }
}
