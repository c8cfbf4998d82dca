/// A wearer's settings: goals, display units and formats, and the inputs of heart-rate zones. The journal keeps one
/// profile for each wearer.
public struct Profile: Sendable, Hashable {
  /// The daily step goal, in ``stepGoals``; `nil` for no goal.
  public var stepGoal: Int?
  /// The nightly goal of time asleep in minutes, in ``sleepGoals``; `nil` for no goal.
  public var sleepGoalMinutes: Int?
  /// Units of lengths, speeds and temperatures.
  public var units: UnitSystem
  /// The clock format, 12 or 24 hours.
  public var clock: ClockHours
  /// The language as a BCP 47 tag, such as `de` or `pt-BR`; `nil` if the system or the browser decides.
  public var language: String?
  /// The day with which a week begins.
  public var firstWeekday: Weekday
  /// The year of birth, from ``firstBirthYear`` on; `nil` if unknown.
  public var birthYear: Int?
  /// The measured maximum heart rate in beats per minute, in ``maxHeartRates``; `nil` if unknown.
  public var maxHeartRate: Int?

  /// A profile. The default arguments are the defaults of the settings.
  public init(
    stepGoal: Int? = 8000, sleepGoalMinutes: Int? = 480, units: UnitSystem = .metric, clock: ClockHours = .twentyFour,
    language: String? = nil, firstWeekday: Weekday = .monday, birthYear: Int? = nil, maxHeartRate: Int? = nil
  ) {
    self.stepGoal = stepGoal
    self.sleepGoalMinutes = sleepGoalMinutes
    self.units = units
    self.clock = clock
    self.language = language
    self.firstWeekday = firstWeekday
    self.birthYear = birthYear
    self.maxHeartRate = maxHeartRate
  }

  /// The range of ``stepGoal``, in steps per day.
  public static let stepGoals = 500...50_000
  /// The range of ``sleepGoalMinutes``, in minutes per night.
  public static let sleepGoals = 240...720
  /// The earliest ``birthYear``.
  public static let firstBirthYear = 1900
  /// The range of ``maxHeartRate``, in beats per minute.
  public static let maxHeartRates = 100...240

  /// The heart-rate zones in a year, by the maximum heart rate if it is known, otherwise by age. `nil` if both are
  /// unknown.
  public func zones(in year: Int) -> HeartRateZones? {
    if let maxHeartRate { return HeartRateZones(maximum: Double(maxHeartRate)) }
    return birthYear.flatMap { (1...120).contains(year - $0) ? HeartRateZones(age: year - $0) : nil }
  }

  /// The value of a field.
  public subscript(field: ProfileField) -> ProfileValue {
    switch field {
    case .stepGoal: ProfileValue(stepGoal)
    case .sleepGoalMinutes: ProfileValue(sleepGoalMinutes)
    case .units: .text(units.rawValue)
    case .clock: .text(clock.rawValue)
    case .language: ProfileValue(language)
    case .firstWeekday: .text(firstWeekday.rawValue)
    case .birthYear: ProfileValue(birthYear)
    case .maxHeartRate: ProfileValue(maxHeartRate)
    }
  }

  /// Sets a field. `year` is the current year, the maximum of a year of birth; `nil` accepts any later year, as for a
  /// stored value.
  ///
  /// - Throws: ``ProfileError`` if the field does not accept the value; the profile is then unchanged.
  public mutating func set(_ field: ProfileField, to value: ProfileValue, in year: Int? = nil) throws(ProfileError) {
    func number(_ range: ClosedRange<Int>, _ what: Phrase) throws(ProfileError) -> Int? {
      switch value {
      case .empty: return nil
      case .number(let number) where range.contains(number): return number
      default:
        throw ProfileError(field, expected: Phrase("\(what) from \("\(range.lowerBound)") to \("\(range.upperBound)")"))
      }
    }
    func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) throws(ProfileError) -> Choice {
      if case .text(let text) = value, let choice = Choice(rawValue: text) { return choice }
      throw ProfileError(field, expected: Phrase("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))"))
    }
    switch field {
    case .stepGoal: stepGoal = try number(Self.stepGoals, Phrase("a number of steps"))
    case .sleepGoalMinutes: sleepGoalMinutes = try number(Self.sleepGoals, Phrase("a number of minutes"))
    case .units: units = try choice(UnitSystem.self)
    case .clock: clock = try choice(ClockHours.self)
    case .language: language = try Self.language(value)
    case .firstWeekday: firstWeekday = try choice(Weekday.self)
    case .birthYear:
      birthYear = try number(Self.firstBirthYear...max(year ?? 9999, Self.firstBirthYear), Phrase("a year"))
    case .maxHeartRate: maxHeartRate = try number(Self.maxHeartRates, Phrase("a number of beats a minute"))
    }
  }

  /// Parses a BCP 47 tag: a language of two or three letters, then parts of one to eight letters or digits.
  private static func language(_ value: ProfileValue) throws(ProfileError) -> String? {
    if case .empty = value { return nil }
    if case .text(let text) = value, text.utf8.count <= 35 {
      let parts = text.split(separator: "-", omittingEmptySubsequences: false)
      let areWellFormed = parts.dropFirst().allSatisfy { part in
        (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      }
      if let first = parts.first, (2...3).contains(first.count), first.allSatisfy({ $0.isASCII && $0.isLetter }),
        areWellFormed
      {
        return text
      }
    }
    throw ProfileError(.language, expected: Phrase("a language tag such as en, de or pt-BR"))
  }
}

extension Profile: Codable {
  /// Decodes the fields that are present. A field that is missing or has an invalid value gets its default.
  public init(from decoder: any Decoder) throws {
    self.init()
    let container = try decoder.container(keyedBy: ProfileField.self)
    for field in ProfileField.allCases where container.contains(field) {
      guard let value = try? ProfileValue(from: container.superDecoder(forKey: field)) else { continue }
      try? set(field, to: value)
    }
  }

  /// Encodes all fields, an empty one as `null`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: ProfileField.self)
    for field in ProfileField.allCases { try container.encode(self[field], forKey: field) }
  }
}
