/// Why there is no answer about a sleep.
public enum SleepProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The length of an epoch is no number of seconds that can be used.
  case epochNotUsable(Double)
  /// The method is not defined for epochs of this length, but for those.
  case epochNotDefined(Double, String)
  /// There is no movement to judge by.
  case noMovement
  /// Less of the night than stages want.
  case tooShort(minutes: Double, least: Double)

  public var description: String {
    switch self {
    case .epochNotUsable(let seconds): "an epoch of \(seconds) seconds cannot be used"
    case .epochNotDefined(let seconds, let those):
      "the method is not defined for epochs of \(seconds) seconds, only for \(those)"
    case .noMovement: "there is no movement to judge by (all missing, or never any change)"
    case .tooShort(let minutes, let least): "\(minutes) minutes are too few for a sleep; \(least) are the least"
    }
  }
}
