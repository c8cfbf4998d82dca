/// Why there is no value for a movement.
public enum MovementProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Steps come up to four times a second: below `least` samples a second they cannot be told apart.
  case rateTooLow(rate: Double, least: Double)
  /// So many samples are missing that `rate` a second are left.
  case tooManyMissing(rate: Double, least: Double)
  /// ActiGraph's counts are defined for certain rates alone.
  case rateNotDefined(rate: Double)
  /// The rate or length is no number above zero, or beyond any sensor.
  case notUsable(String)
  /// Fewer seconds in a row than are needed to tell anything.
  case tooShort(seconds: Double, least: Double)
  /// The samples do not change at all (or never were numbers): a sensor that does not run.
  case constant

  public var description: String {
    switch self {
    case .rateTooLow(let rate, let least):
      "\(Self.short(rate)) samples a second are too few for steps, which want \(Self.short(least)) at least; "
        + "use the wearable's own step log where it has one"
    case .tooManyMissing(let rate, let least):
      "too much is missing: \(Self.short(rate)) samples a second are left, and steps want \(Self.short(least))"
    case .rateNotDefined(let rate):
      "ActiGraph counts are defined for 30, 40, 50, 60, 70, 80, 90 and 100 samples a second, not for \(Self.short(rate))"
    case .notUsable(let what): what
    case .tooShort(let seconds, let least):
      "\(Self.short(seconds)) seconds of movement without a gap are too few; \(Self.short(least)) are the least"
    case .constant: "the acceleration never changes, so the sensor was not running"
    }
  }
  /// To three places, and without a point where there is nothing behind it.
  static func short(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
