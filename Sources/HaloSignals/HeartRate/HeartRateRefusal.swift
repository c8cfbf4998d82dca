/// Why a window has no heart rate.
public enum HeartRateRefusal: String, Sendable, CaseIterable, Codable {
  /// More than a quarter of the samples is absent or not a number.
  case missing
  /// The light does not change: the sensor is off, or looks at nothing.
  case flat
  /// Too many samples stick at the highest or lowest value: the sensor is overdriven.
  case clipped
  /// Too few samples a second to see any pulse.
  case slowRate
  /// What is seen lies at the edge of what this many samples a second can show.
  case nearNyquist
  /// What is seen is slower than 35 or faster than 215 bpm, or the edge of something that is: breath, or not a pulse.
  case outOfRange
  /// The movement explains what is seen, or hides the pulse.
  case movement
  /// What is seen repeats with the packets of the device, or lies where the mains hums.
  case interference
  /// No rhythm stands out from the noise.
  case unclear

  /// A sentence for people.
  public var explanation: String {
    switch self {
    case .missing: "more than a quarter of the samples is missing"
    case .flat: "the light does not change: is the sensor on the skin?"
    case .clipped: "the light is clipped at its highest or lowest value"
    case .slowRate: "too few samples a second to see a pulse"
    case .nearNyquist: "the pulse is at or above what this many samples a second can show"
    case .outOfRange: "what is seen is slower than 35 or faster than 215 bpm"
    case .movement: "the movement hides the pulse"
    case .interference: "the light repeats with the device's packets or with the mains, not with a pulse"
    case .unclear: "no pulse stands out from the noise"
    }
  }
}
