/// The fastest that a person lets a machine's belt run, whatever the machine can do.
public struct SpeedLimit: Hashable, Sendable {
  /// What holds where nobody chose: a brisk jog.
  public static let careful = SpeedLimit(kilometersPerHour: 8)

  /// Kilometres an hour.
  public let kilometersPerHour: Double

  /// A limit of so many kilometres an hour. What is no number, or less than 0, is 0: the belt may not run at all.
  public init(kilometersPerHour: Double) {
    self.kilometersPerHour = kilometersPerHour > 0 ? min(kilometersPerHour, 655) : 0
  }

  /// The lower of two.
  public func lowered(to other: SpeedLimit?) -> SpeedLimit {
    other.map { SpeedLimit(kilometersPerHour: min(kilometersPerHour, $0.kilometersPerHour)) } ?? self
  }
}

/// The steepest that a person lets a machine become, up or down.
public struct InclinationLimit: Hashable, Sendable {
  /// What holds where nobody chose.
  public static let careful = InclinationLimit(percent: 10)

  /// Per cent.
  public let percent: Double

  /// A limit of so many per cent, up and down. What is no number, or less than 0, is 0.
  public init(percent: Double) { self.percent = percent > 0 ? min(percent, 1000) : 0 }
}

/// What a person lets a machine do.
public struct MachineLimits: Hashable, Sendable {
  /// The fastest.
  public let speed: SpeedLimit
  /// The steepest.
  public let inclination: InclinationLimit

  /// These limits.
  public init(speed: SpeedLimit = .careful, inclination: InclinationLimit = .careful) {
    self.speed = speed
    self.inclination = inclination
  }
}
