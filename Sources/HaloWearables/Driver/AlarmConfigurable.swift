/// A device that wakes its wearer. Watches have alarms; COLMI rings do not.
public protocol AlarmConfigurable: Wearable {
  /// The number of alarms that the device can store.
  var alarmCapacity: Int { get }

  /// Reads the alarms from the device.
  func alarms() async throws -> [Alarm]

  /// Replaces all alarms, reads them back, and returns the alarms that the device reports.
  func setAlarms(_ alarms: [Alarm]) async throws -> [Alarm]
}

/// An alarm on a device.
public struct Alarm: Sendable, Hashable {
  /// The device's index of the alarm, from 0.
  public let slot: Int
  /// True if the alarm is on.
  public let isEnabled: Bool
  /// The time of day on the device's clock.
  public let time: TimeOfDay
  /// The days of the week on which the alarm rings, 0 = Sunday … 6 = Saturday; empty for an alarm that rings once.
  public let weekdays: Set<Int>
  /// True if the alarm repeats every week; false if it rings once on each of those days.
  public let isWeekly: Bool

  /// Creates an alarm. Weekdays outside 0…6 are dropped.
  public init(slot: Int, isEnabled: Bool, time: TimeOfDay, weekdays: Set<Int> = [], isWeekly: Bool = false) {
    self.slot = slot
    self.isEnabled = isEnabled
    self.time = time
    self.weekdays = weekdays.filter { (0...6).contains($0) }
    self.isWeekly = isWeekly
  }
}
