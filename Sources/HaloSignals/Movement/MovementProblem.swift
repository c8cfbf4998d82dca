/// Why there is no value for a movement.
public enum MovementProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Steps come up to four times a second: below `least` samples a second they cannot be told apart.
  case rateTooLow(rate: Double, least: Double)
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
      "\(rate) samples a second are too few for steps, which want \(least) at least; "
        + "use the wearable's own step log where it has one"
    case .rateNotDefined(let rate):
      "ActiGraph counts are defined for 30, 40, 50, 60, 70, 80, 90 and 100 samples a second, not for \(rate)"
    case .notUsable(let what): what
    case .tooShort(let seconds, let least):
      "\(seconds) seconds of movement without a gap are too few; \(least) are the least"
    case .constant: "the acceleration never changes, so the sensor was not running"
    }
  }
}
