/// Why a connection to a broker failed.
struct BrokerFailure: Sendable, Hashable {
  /// The connection was refused or lost, or the broker could not be reached.
  static let transient = Self(
    retryPolicy: RetryPolicy(firstPause: .seconds(1), longestPause: .minutes(5), jitter: 0.2))
  /// The broker, its certificate, the password or a file needs correction by the user.
  static let needsUserAction = Self(
    retryPolicy: RetryPolicy(firstPause: .minutes(5), longestPause: .hours(1), jitter: 0.2))

  /// The policy for the next connection attempt.
  let retryPolicy: RetryPolicy
}
