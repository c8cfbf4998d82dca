/// Why a connection to a broker failed.
enum BrokerFailure: Sendable {
  /// The connection was refused or lost, or the broker could not be reached.
  case transient
  /// The broker, its certificate, the password or a file needs correction by the user.
  case needsUserAction

  /// The policy for the next connection attempt.
  var retryPolicy: RetryPolicy {
    switch self {
    case .transient: RetryPolicy(firstPause: .seconds(1), longestPause: .minutes(5), jitter: 0.2)
    case .needsUserAction: RetryPolicy(firstPause: .minutes(5), longestPause: .hours(1), jitter: 0.2)
    }
  }
}
