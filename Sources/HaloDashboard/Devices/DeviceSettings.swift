/// The settings of a device, as it reported them.
struct DeviceSettings: Encodable, Sendable {
  /// A setting, and how a page lets a person change it.
  struct Setting: Encodable, Sendable {
    enum Kind: String, Encodable { case toggle, number, choice }

    struct Choice: Encodable, Sendable {
      let value: WearerProfile.Gender
      let name: Phrase
    }

    let id: String
    let name: Phrase
    let words: Phrase
    let type: Kind
    let value: JSONValue
    var unit: Phrase?
    var low: Int?
    var high: Int?
    var step: Int?
    var choices: [Choice]?
    var note: Phrase?
  }

  let settings: [Setting]
  let readAt: Moment
}

extension DeviceSettings {
  /// A whole number of a device's goals or of its wearer's profile.
  struct Number<Owner>: Sendable {
    let id: String
    let name: Phrase
    let unit: Phrase
    let range: ClosedRange<Int>
    var step = 1
    let path: any WritableKeyPath<Owner, Int> & Sendable
    let note: Phrase
    let words: @Sendable (Int) -> Phrase

    func row(_ owner: Owner) -> Setting {
      let value = owner[keyPath: path]
      return Setting(
        id: id, name: name, words: words(value), type: .number, value: .number(value), unit: unit,
        low: range.lowerBound, high: range.upperBound, step: step, note: note)
    }

    func set(_ value: RequestField, in owner: Owner) throws -> Owner {
      var changed = owner
      changed[keyPath: path] = try value.whole(id, in: range)
      return changed
    }
  }

  /// The goals that a device has.
  static let goals: [Number<DailyGoals>] = [
    goal("steps", Phrase("Goal on the device: steps"), Phrase("steps"), 500...50_000, 500, \.steps) {
      Phrase("\($0) steps per day")
    },
    goal("energy", Phrase("Goal on the device: energy"), Phrase("kcal"), 10...10_000, 10, \.kilocalories) {
      Phrase("\($0) kcal per day")
    },
    goal("distance", Phrase("Goal on the device: distance"), Phrase("m"), 100...100_000, 100, \.meters) {
      // measures:allow the field is in meters
      Phrase("\($0) m per day")
    },
    goal("sport", Phrase("Goal on the device: exercise"), Phrase("min"), 1...1440, 5, \.sportMinutes) {
      Phrase("\($0) min per day")
    },
    goal("sleep", Phrase("Goal on the device: sleep"), Phrase("min"), 60...1440, 15, \.sleepMinutes) {
      Phrase("\($0) min per day")
    },
  ]

  private static func goal(
    _ id: String, _ name: Phrase, _ unit: Phrase, _ range: ClosedRange<Int>, _ step: Int,
    _ path: any WritableKeyPath<DailyGoals, Int> & Sendable, words: @escaping @Sendable (Int) -> Phrase
  ) -> Number<DailyGoals> {
    Number(
      id: "goal.\(id)", name: name, unit: unit, range: range, step: step, path: path,
      note: Phrase("This goal is used only on the device."), words: words)
  }

  private static let profileNote = Phrase("The device uses this to estimate energy and distance.")

  /// The numbers of the wearer's profile that a device has.
  static let body: [Number<WearerProfile>] = [
    Number(
      id: "wearer.age", name: Phrase("Age"), unit: Phrase("years"), range: 1...120, path: \.age, note: profileNote
    ) { Phrase("\($0) years") },
    Number(
      id: "wearer.height", name: Phrase("Height"), unit: Phrase("cm"), range: 50...250, path: \.heightCentimeters,
      note: profileNote
    ) { Phrase("\($0) cm") },
    Number(
      id: "wearer.weight", name: Phrase("Weight"), unit: Phrase("kg"), range: 20...250, path: \.weightKilograms,
      note: profileNote
        // measures:allow the field is in kilograms
    ) { Phrase("\($0) kg") },
  ]

  static let genderID = "wearer.gender"

  static func rows(_ profile: WearerProfile) -> [Setting] {
    let choices = WearerProfile.Gender.allCases.map { Setting.Choice(value: $0, name: word($0)) }
    return body.map { $0.row(profile) } + [
      Setting(
        id: genderID, name: Phrase("Gender"), words: word(profile.gender), type: .choice,
        value: .text(profile.gender.rawValue), choices: choices, note: profileNote)
    ]
  }

  private static func word(_ gender: WearerProfile.Gender) -> Phrase {
    switch gender {
    case .male: Phrase("Male")
    case .female: Phrase("Female")
    case .other: Phrase("Other or not given")
    }
  }

  /// The range of the minutes between two automatic measurements.
  static let intervals = 1...255

  static func rows(_ setting: AutomaticMeasurement) -> [Setting] {
    let id = setting.quantity.shortName
    let every = setting.intervalMinutes.map { Phrase("Every \($0) minutes") }
    let toggle = Setting(
      id: "\(id).enabled", name: Phrase("Measure \(setting.quantity.phrase) automatically"),
      words: setting.isEnabled ? every ?? Phrase("On") : Phrase("Off"), type: .toggle, value: .flag(setting.isEnabled))
    guard let every, let minutes = setting.intervalMinutes else { return [toggle] }
    let interval = Setting(
      id: "\(id).interval", name: Phrase("\(setting.quantity.title): minutes between two measurements"), words: every,
      type: .number, value: .number(minutes), unit: Phrase("min"), low: intervals.lowerBound,
      high: intervals.upperBound, step: 1,
      note: Phrase("Shorter intervals use more battery. Some firmware accepts only certain values."))
    return [toggle, interval]
  }
}
