/// The reason why there is no sleep result.
public enum SleepProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The epoch length is invalid.
  case epochNotUsable(Double)
  /// The method is not defined for this epoch length, only for those described.
  case epochNotDefined(Double, String)
  /// There is no movement data.
  case noMovement
  /// The recording is too short for stages.
  case tooShort(minutes: Double, least: Double)

  /// The message for users.
  public var description: String {
    switch self {
    case .epochNotUsable(let seconds): "epochs of \(seconds) seconds are not supported"
    case .epochNotDefined(let seconds, let those):
      "the method is not defined for epochs of \(seconds) seconds, only for \(those)"
    case .noMovement: "there is no movement data (all missing, or never changing)"
    case .tooShort(let minutes, let least): "\(minutes) minutes are too few; sleep stages require \(least) or more"
    }
  }
}
