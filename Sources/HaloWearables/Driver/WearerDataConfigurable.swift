/// A device that stores its wearer's day of birth, weight and step length.
public protocol WearerDataConfigurable: Wearable {
  /// Reads the wearer's data; `nil` if the firmware does not report it.
  func wearerData() async throws -> WearerData?

  /// Sets the wearer's data, reads it back, and returns the data that the device reports: `nil` if it confirmed but
  /// does not report it.
  func setWearerData(_ data: WearerData) async throws -> WearerData?
}

/// The wearer's data that such a device stores.
public struct WearerData: Hashable, Sendable {
  /// The day of birth.
  public var birthday: CalendarDate
  /// Weight in the device's unit; assumed to be kilograms if no source gives the unit.
  public var weight: Int
  /// The daily step goal.
  public var targetSteps: Int
  /// Step length in the device's unit; assumed to be centimeters if no source gives the unit.
  public var stride: Int
  /// The nightly sleep goal, in minutes.
  public var targetSleepMinutes: Int

  /// Creates a wearer's data.
  public init(birthday: CalendarDate, weight: Int, targetSteps: Int, stride: Int, targetSleepMinutes: Int) {
    self.birthday = birthday
    self.weight = weight
    self.targetSteps = targetSteps
    self.stride = stride
    self.targetSleepMinutes = targetSleepMinutes
  }
}
