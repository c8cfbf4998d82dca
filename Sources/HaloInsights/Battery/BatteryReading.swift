public import HaloHealth

/// How full a device said that its cell is.
public struct BatteryReading: Sendable, Hashable {
  /// When it said so, by this machine's clock.
  public let time: Moment
  /// Charge, 0…100 %. Devices tell whole per cents.
  public let percent: Double
  /// Whether it was being charged; `nil` where that is not known.
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
