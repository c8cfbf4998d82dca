/// The reason why there is no movement result.
public enum MovementProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// Steps occur up to four times per second: below `least` samples per second they cannot be distinguished.
  case rateTooLow(rate: Double, least: Double)
  /// Too many samples are missing: only `rate` per second remain.
  case tooManyMissing(rate: Double, least: Double)
  /// The rate or length is not positive, or beyond any sensor.
  case notUsable(String)
  /// The longest stretch without a gap is too short.
  case tooShort(seconds: Double, least: Double)
  /// The samples never change, or are all NaN: the sensor was not running.
  case constant

  /// The message for users.
  public var description: String {
    switch self {
    case .rateTooLow(let rate, let least):
      "\(Self.short(rate)) samples per second are too few to count steps, which requires at least \(Self.short(least)); "
        + "use the wearable's own step log if it has one"
    case .tooManyMissing(let rate, let least):
      "too many samples are missing: \(Self.short(rate)) per second remain, and steps require \(Self.short(least))"
    case .notUsable(let what): what
    case .tooShort(let seconds, let least):
      "\(Self.short(seconds)) seconds of movement without a gap are too few; at least \(Self.short(least)) are required"
    case .constant: "the acceleration never changes, so the sensor was not running"
    }
  }
  /// Formats with up to three decimals, without a trailing point.
  static func short(_ value: Double) -> String {
    let rounded = (value * 1000).rounded() / 1000
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
