public import HaloHealth

/// A battery level that a device reported.
public struct BatteryReading: Sendable, Hashable {
  /// The time of the report, by this machine's clock.
  public let time: Moment
  /// Charge, 0…100 %. Devices report whole percent.
  public let percent: Double
  /// True if the battery was being charged; `nil` if unknown.
  public let isCharging: Bool?

  /// A reading.
  public init(time: Moment, percent: Double, isCharging: Bool?) {
    self.time = time
    self.percent = percent
    self.isCharging = isCharging
  }

  /// Days since 1970.
  var day: Double { time.day }
}
