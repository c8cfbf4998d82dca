/// A device that stores its wearer's profile and goals.
public protocol ProfileConfigurable: Wearable {
  /// Reads the goals; `nil` if the firmware does not support them.
  func goals() async throws -> DailyGoals?

  /// Changes the goals, reads them back, and returns the goals that the device reports.
  ///
  /// - Throws: ``ConfigurableError`` if the device does not support goals or keeps others.
  func setGoals(_ goals: DailyGoals) async throws -> DailyGoals

  /// Reads the wearer's profile; `nil` if the firmware does not report it.
  func profile() async throws -> WearerProfile?

  /// Sets the wearer's profile, reads it back, and returns the profile that the device reports: `nil` if it confirmed
  /// but does not report it.
  ///
  /// - Throws: ``ConfigurableError`` if the device does not support a profile or keeps another one.
  func setProfile(_ profile: WearerProfile) async throws -> WearerProfile?
}

/// The wearer's goals for a day.
public struct DailyGoals: Sendable, Hashable, Codable {
  public var steps: Int
  /// Energy in kilocalories.
  public var kilocalories: Int
  /// Distance in meters.
  public var meters: Int
  /// Minutes of sport.
  public var sportMinutes: Int
  /// Minutes of sleep.
  public var sleepMinutes: Int

  /// Creates the goals of a day.
  public init(steps: Int, kilocalories: Int, meters: Int, sportMinutes: Int, sleepMinutes: Int) {
    self.steps = steps
    self.kilocalories = kilocalories
    self.meters = meters
    self.sportMinutes = sportMinutes
    self.sleepMinutes = sleepMinutes
  }
}

/// The wearer's data that a device uses to estimate energy and distance, and its display units.
public struct WearerProfile: Sendable, Hashable, Codable {
  /// Units of length and weight.
  public enum Units: String, Sendable, CaseIterable, Codable {
    /// Kilometers and kilograms.
    case metric
    /// Miles and pounds.
    case imperial
  }

  /// Used by estimates of energy.
  public enum Gender: String, Sendable, CaseIterable, Codable {
    case male
    case female
    /// Neither, or not specified.
    case other
  }

  /// The clock format: 12 or 24 hours.
  public var clockHours: Int
  /// Units of length and weight.
  public var units: Units
  /// Used by estimates of energy.
  public var gender: Gender
  /// Age in years, 1…255.
  public var age: Int
  /// Height in centimeters, 1…255.
  public var heightCentimeters: Int
  /// Weight in kilograms, 1…255.
  public var weightKilograms: Int

  /// Creates a profile.
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
