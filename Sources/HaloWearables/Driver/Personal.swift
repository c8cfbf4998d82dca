/// A device that knows its wearer and the wearer's goals.
public protocol Personal: Wearable {
  /// The goals as the device has them; `nil` where its firmware has none.
  func goals() async throws -> DailyGoals?

  /// Changes the goals, reads them back, and returns what the device says they are.
  ///
  /// - Throws: ``ConfigurableError`` where the device does not know them or keeps others.
  func setGoals(_ goals: DailyGoals) async throws -> DailyGoals

  /// The wearer as the device knows them; `nil` where its firmware does not say.
  func profile() async throws -> WearerProfile?

  /// Tells the device about its wearer, reads it back, and returns what the device says it knows: `nil` where it confirmed and
  /// does not say.
  ///
  /// - Throws: ``ConfigurableError`` where the device does not know it or keeps something else.
  func setProfile(_ profile: WearerProfile) async throws -> WearerProfile?
}

/// What a wearer wants to reach a day.
public struct DailyGoals: Sendable, Hashable, Codable {
  /// Steps.
  public var steps: Int
  /// Energy in kilocalories.
  public var kilocalories: Int
  /// Distance in metres.
  public var meters: Int
  /// Minutes of sport.
  public var sportMinutes: Int
  /// Minutes of sleep.
  public var sleepMinutes: Int

  /// Goals of a day.
  public init(steps: Int, kilocalories: Int, meters: Int, sportMinutes: Int, sleepMinutes: Int) {
    self.steps = steps
    self.kilocalories = kilocalories
    self.meters = meters
    self.sportMinutes = sportMinutes
    self.sleepMinutes = sleepMinutes
  }
}

/// What a device has to know of its wearer to estimate energy and distance, and how it shows things.
public struct WearerProfile: Sendable, Hashable, Codable {
  /// Units of length and weight.
  public enum Units: String, Sendable, CaseIterable, Codable {
    /// Kilometres and kilograms.
    case metric
    /// Miles and pounds.
    case imperial
  }

  /// What estimates of energy are based on.
  public enum Gender: String, Sendable, CaseIterable, Codable {
    /// Male.
    case male
    /// Female.
    case female
    /// Neither, or not said.
    case other
  }

  /// Hours on the clock: 12 or 24.
  public var clockHours: Int
  /// Units.
  public var units: Units
  /// Gender.
  public var gender: Gender
  /// Age in years, 1…255.
  public var age: Int
  /// Height in centimetres, 1…255.
  public var heightCentimeters: Int
  /// Weight in kilograms, 1…255.
  public var weightKilograms: Int

  /// A wearer.
  public init(
    clockHours: Int = 24, units: Units = .metric, gender: Gender = .other, age: Int, heightCentimeters: Int,
    weightKilograms: Int
  ) {
    self.clockHours = clockHours
    self.units = units
    self.gender = gender
    self.age = age
    self.heightCentimeters = heightCentimeters
    self.weightKilograms = weightKilograms
  }
}
