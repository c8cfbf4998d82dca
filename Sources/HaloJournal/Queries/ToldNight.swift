public import HaloHealth

/// A night or nap of one device, when it was, and when the device last told of that day's sleep.
public struct ToldNight: Sendable, Hashable {
  /// The sleep, on the device's clock.
  public let night: Night
  /// Falling asleep.
  public let start: Moment
  /// When the device last told what it knows of the sleep of that day; `nil` where it was imported.
  public let told: Moment?

  /// A night that began at `start`.
  public init(_ night: Night, start: Moment, told: Moment?) {
    self.night = night
    self.start = start
    self.told = told
  }

  /// Waking up.
  public var end: Moment { start + .minutes(night.minutes) }
}
