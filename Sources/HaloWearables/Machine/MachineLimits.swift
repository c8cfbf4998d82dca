/// The user's limit for the speed of a belt, in addition to the machine's own range.
public struct SpeedLimit: Hashable, Sendable {
  /// The default: a brisk jog.
  public static let standard = SpeedLimit(kilometersPerHour: 8)
  /// The highest limit that a person can choose, in km/h.
  public static let highest = 40.0

  public let kilometersPerHour: Double

  /// Creates a limit in kilometers per hour. A negative value or NaN becomes 0: the belt may not run at all.
  public init(kilometersPerHour: Double) {
    self.kilometersPerHour = kilometersPerHour > 0 ? min(kilometersPerHour, 655) : 0
  }
}

/// The user's limit for the inclination of a machine, up or down.
public struct InclinationLimit: Hashable, Sendable {
  /// The default.
  public static let standard = InclinationLimit(percent: 10)

  public let percent: Double

  /// Creates a limit in percent, up and down. A negative value or NaN becomes 0.
  public init(percent: Double) { self.percent = percent > 0 ? min(percent, 1000) : 0 }
}

/// The user's limits for a machine.
public struct MachineLimits: Hashable, Sendable {
  /// The limit of the speed.
  public let speed: SpeedLimit
  /// The limit of the inclination.
  public let inclination: InclinationLimit

  /// Creates limits.
  public init(speed: SpeedLimit = .standard, inclination: InclinationLimit = .standard) {
    self.speed = speed
    self.inclination = inclination
  }
}
