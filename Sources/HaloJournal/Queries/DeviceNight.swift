/// A night or nap of one device, with the time at which the device last reported that day's sleep.
public struct DeviceNight: Sendable, Hashable {
  /// The sleep, on the device's clock.
  public let night: Night
  /// Sleep onset.
  public let start: Moment
  /// The time at which the device last reported the sleep of that day; `nil` for imported data.
  public let reported: Moment?

  /// A night that began at `start`.
  public init(_ night: Night, start: Moment, reported: Moment?) {
    self.night = night
    self.start = start
    self.reported = reported
  }

  /// Waking up.
  public var end: Moment { start + .minutes(night.minutes) }
}
