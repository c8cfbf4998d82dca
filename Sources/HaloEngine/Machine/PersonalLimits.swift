/// The limits that the user of this computer sets for machines, with the file that has them. Used by all commands and
/// the page.
public struct PersonalLimits: Sendable, Hashable {
  /// The reason for a refusal, as a text for people.
  public struct Refusal: PhrasedError, Hashable, Sendable {
    /// The reason, as a text for people.
    public let phrase: Phrase

    /// A refusal with a text.
    public init(_ phrase: Phrase) { self.phrase = phrase }
  }

  public private(set) var limits: MachineLimits
  /// The file that has the limits, or can have them.
  public let path: String

  /// The default limits without settings.
  public static let standard = PersonalLimits(MachineLimits(), path: "the settings")

  /// The limits in the file at `path`.
  public init(_ limits: MachineLimits, path: String) {
    self.limits = limits
    self.path = path
  }

  /// Lowers the speed limit to `value` km/h; `name` is the option in messages. A higher value is refused, because a
  /// command-line option must not raise the limit.
  public mutating func lower(to value: Double, _ name: String) throws(Refusal) {
    guard value > 0, value.isFinite else { throw Refusal(Phrase("\(name) requires a speed in km/h above 0.")) }
    guard value <= limits.speed.kilometersPerHour else {
      throw Refusal(
        Phrase(
          """
          \(name) \(TargetRefusal.number(value)) km/h is above your own limit of \
          \(TargetRefusal.number(limits.speed.kilometersPerHour)) km/h. It can only lower the limit; \
          'speedLimit' in \(path) raises it.
          """))
    }
    limits = MachineLimits(speed: SpeedLimit(kilometersPerHour: value), inclination: limits.inclination)
  }

  /// Refuses values beyond the limits before a machine is connected.
  public func check(speed: Double?, inclination: Double?) throws(Refusal) {
    let fastest = limits.speed.kilometersPerHour
    let steepest = limits.inclination.percent
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

  /// The setting that changes a limit, if the person's own limit caused the refusal.
  public func advice(_ refusal: TargetRefusal) -> Phrase? {
    guard case .limit(let target, let value, let range) = refusal else { return nil }
    switch target {
    case .speed where value > range.upperBound: return Phrase("'speedLimit' in \(path) sets it.")
    case .inclination: return Phrase("'inclineLimit' in \(path) sets it.")
    default: return nil
    }
  }
}
