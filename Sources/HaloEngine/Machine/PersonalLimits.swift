public import HaloText
public import HaloWearables

/// What the person who uses this computer lets a machine do, and where that stands. The one place that commands and the page ask.
public struct PersonalLimits: Sendable, Hashable {
  /// Why something is not done, for people.
  public struct Refusal: PhrasedError, Hashable, Sendable {
    public let phrase: Phrase

    /// A refusal in these words.
    public init(_ phrase: Phrase) { self.phrase = phrase }
  }

  /// The limits.
  public private(set) var limits: MachineLimits
  /// Where the person's own limits stand, or can be written.
  public let path: String

  /// What holds where nobody wrote anything down.
  public static let careful = PersonalLimits(MachineLimits(), path: "the settings")

  /// Limits that stand in the file at `path`.
  public init(_ limits: MachineLimits, path: String) {
    self.limits = limits
    self.path = path
  }

  /// Lowers the speed to `value` km/h, as `name` says. What would raise it is refused, because a limit that a command line lifts is none.
  public mutating func lower(to value: Double, _ name: String) throws(Refusal) {
    guard value > 0, value.isFinite else { throw Refusal(Phrase("\(name) needs a speed in km/h, more than 0.")) }
    guard value <= limits.speed.kilometersPerHour else {
      throw Refusal(
        Phrase(
          """
          \(name) \(TargetRefusal.number(value)) km/h is above your own limit of \
          \(TargetRefusal.number(limits.speed.kilometersPerHour)) km/h, which it can only lower. 'speedLimit' in \(path) raises it.
          """))
    }
    limits = MachineLimits(speed: SpeedLimit(kilometersPerHour: value), inclination: limits.inclination)
  }

  /// Refuses what is beyond the limits before there is a machine.
  public func check(speed: Double?, inclination: Double?) throws(Refusal) {
    let (fastest, steepest) = (limits.speed.kilometersPerHour, limits.inclination.percent)
    if let speed, speed > fastest {
      throw Refusal(
        Phrase(
          """
          \(TargetRefusal.number(speed)) km/h is beyond your limit of \(TargetRefusal.number(fastest)) km/h; nothing was sent. \
          'speedLimit' in \(path) sets it.
          """))
    }
    if let inclination, abs(inclination) > steepest {
      throw Refusal(
        Phrase(
          """
          \(TargetRefusal.number(inclination)) % is steeper than your limit of \(TargetRefusal.number(steepest)) %; nothing was sent. \
          'inclineLimit' in \(path) sets it.
          """))
    }
  }

  /// Where a limit can be changed, where it is the person's own that is in the way.
  public func advice(_ refusal: TargetRefusal) -> Phrase? {
    guard case .limit(let target, let value, let range) = refusal else { return nil }
    switch target {
    case .speed where value > range.upperBound: return Phrase("'speedLimit' in \(path) sets it.")
    case .inclination: return Phrase("'inclineLimit' in \(path) sets it.")
    default: return nil
    }
  }
}
