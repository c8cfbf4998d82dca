public import HaloHealth

/// A device that wakes its wearer. COLMI rings do not; watches do.
public protocol AlarmClock: Wearable {
  /// How many alarms it keeps.
  var alarmCapacity: Int { get }

  /// The alarms as the device has them now.
  func alarms() async throws -> [Alarm]

  /// Replaces all alarms, reads them back, and returns what the device says they are.
  func setAlarms(_ alarms: [Alarm]) async throws -> [Alarm]
}

/// An alarm on a device.
public struct Alarm: Sendable, Hashable {
  /// Where the device keeps it, from 0.
  public let slot: Int
  /// Whether it will ring.
  public let isEnabled: Bool
  /// When, on the device's own clock.
  public let time: TimeOfDay
  /// The days of the week it rings on, 0 = Sunday … 6 = Saturday; none for an alarm that rings once.
  public let weekdays: Set<Int>
  /// Whether it rings on those days every week, and not once on each.
  public let isWeekly: Bool

  /// An alarm; weekdays outside 0…6 are left out.
  public init(slot: Int, isEnabled: Bool, time: TimeOfDay, weekdays: Set<Int> = [], isWeekly: Bool = false) {
    self.slot = slot
    self.isEnabled = isEnabled
    self.time = time
    self.weekdays = weekdays.filter { (0...6).contains($0) }
    self.isWeekly = isWeekly
  }
}
