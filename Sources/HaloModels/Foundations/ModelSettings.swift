public import HaloReports

/// What a person chose.
public struct ModelSettings: Sendable, Hashable, Codable {
  /// Units of lengths, speeds and temperatures.
  public var units: UnitSystem
  /// Steps to reach a day.
  public var stepGoal: Int
  /// Hours of sleep to reach a night, in minutes.
  public var sleepGoalMinutes: Int
  /// Year of birth, for heart-rate zones; `nil` where it was not told.
  public var birthYear: Int?
  /// Whether what devices measured is written into Apple Health.
  public var writesHealth: Bool
  /// Whether the first steps were done.
  public var hasBegun: Bool
  /// The devices that were let go here and that the system may remember all the same, by the radio's names of them.
  public var letGo: Set<String>

  /// Metric units, 8000 steps, 8 hours.
  public init(
    units: UnitSystem = .metric, stepGoal: Int = 8000, sleepGoalMinutes: Int = 480, birthYear: Int? = nil,
    writesHealth: Bool = false, hasBegun: Bool = false, letGo: Set<String> = []
  ) {
    self.units = units
    self.stepGoal = Self.clamped(stepGoal, Self.stepGoals)
    self.sleepGoalMinutes = Self.clamped(sleepGoalMinutes, Self.sleepGoals)
    self.birthYear = birthYear
    self.writesHealth = writesHealth
    self.hasBegun = hasBegun
    self.letGo = letGo
  }

  /// What a goal of steps can be.
  public static let stepGoals = 500...50_000
  /// What a goal of sleep can be, in minutes.
  public static let sleepGoals = 240...720

  /// The same within what goals can be.
  func clamped() -> ModelSettings {
    ModelSettings(
      units: units, stepGoal: stepGoal, sleepGoalMinutes: sleepGoalMinutes, birthYear: birthYear,
      writesHealth: writesHealth, hasBegun: hasBegun, letGo: letGo)
  }

  private static func clamped(_ value: Int, _ range: ClosedRange<Int>) -> Int {
    min(max(value, range.lowerBound), range.upperBound)
  }

  public init(from decoder: any Decoder) throws {
    // What an older version did not write is as it is at the beginning.
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let start = ModelSettings()
    self.init(
      units: try container.decodeIfPresent(UnitSystem.self, forKey: .units) ?? start.units,
      stepGoal: try container.decodeIfPresent(Int.self, forKey: .stepGoal) ?? start.stepGoal,
      sleepGoalMinutes: try container.decodeIfPresent(Int.self, forKey: .sleepGoalMinutes) ?? start.sleepGoalMinutes,
      birthYear: try container.decodeIfPresent(Int.self, forKey: .birthYear),
      writesHealth: try container.decodeIfPresent(Bool.self, forKey: .writesHealth) ?? start.writesHealth,
      hasBegun: try container.decodeIfPresent(Bool.self, forKey: .hasBegun) ?? start.hasBegun,
      letGo: try container.decodeIfPresent(Set<String>.self, forKey: .letGo) ?? start.letGo)
  }
}
