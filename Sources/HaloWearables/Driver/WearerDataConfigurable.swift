public import HaloHealth

/// A device that knows its wearer by day of birth, weight and stride.
public protocol WearerDataConfigurable: Wearable {
  /// What the device knows of its wearer; `nil` if its firmware does not say.
  func wearerData() async throws -> WearerData?

  /// Sets what the device knows of its wearer, reads it back, and returns what the device says it knows: `nil` if it confirmed and does
  /// not say.
  func setWearerData(_ data: WearerData) async throws -> WearerData?
}

/// What such a device knows of its wearer.
public struct WearerData: Hashable, Sendable {
  /// The day of birth.
  public var birthday: CalendarDate
  /// Weight, as the device counts it; taken for kilograms if no source gives the unit.
  public var weight: Int
  /// Steps to reach a day.
  public var targetSteps: Int
  /// Length of a step, as the device counts it; taken for centimetres if no source gives the unit.
  public var stride: Int
  /// Minutes to sleep a night.
  public var targetSleepMinutes: Int

  /// A wearer.
  public init(birthday: CalendarDate, weight: Int, targetSteps: Int, stride: Int, targetSleepMinutes: Int) {
    self.birthday = birthday
    self.weight = weight
    self.targetSteps = targetSteps
    self.stride = stride
    self.targetSleepMinutes = targetSleepMinutes
  }
}
