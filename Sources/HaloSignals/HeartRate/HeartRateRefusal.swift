/// The reason why a window has no heart rate.
public enum HeartRateRefusal: String, Sendable, CaseIterable, Codable {
  /// More than a quarter of the samples is missing or NaN.
  case missing
  /// The light does not change: the sensor is off, or nothing is in front of it.
  case flat
  /// Too many samples are at the maximum or minimum: the sensor is saturated.
  case clipped
  /// The sampling rate is too low for any pulse.
  case slowRate
  /// The estimate is at the edge of the range that the sampling rate can show.
  case nearNyquist
  /// The estimate is below 35 or above 215 bpm, or at the edge of a peak that is: breathing, or not a pulse.
  case outOfRange
  /// Movement explains the estimate or hides the pulse.
  case movement
  /// The estimate coincides with the device's packet rate or with mains hum.
  case interference
  /// No rhythm stands out from the noise.
  case unclear

  /// An explanation for users.
  public var explanation: String {
    switch self {
    case .missing: "more than a quarter of the samples is missing"
    case .flat: "the light does not change: is the sensor on the skin?"
    case .clipped: "the light is clipped at its highest or lowest value"
    case .slowRate: "the sampling rate is too low to detect a pulse"
    case .nearNyquist: "the pulse is at or above the limit of the sampling rate"
    case .outOfRange: "the estimate is below 35 or above 215 bpm"
    case .movement: "movement hides the pulse"
    case .interference: "the light varies with the device's packets or with mains hum, not with a pulse"
    case .unclear: "no pulse stands out from the noise"
    }
  }
}
