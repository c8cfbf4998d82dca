import HaloBluetooth

/// Why a connection to a broker failed.
enum BrokerFailure: Sendable {
  /// It was refused or lost, or the broker could not be reached.
  case passing
  /// The broker or its certificate, the password or a file is not as it must be.
  case needsPerson

  /// When the connection is tried again.
  var retryPolicy: RetryPolicy {
    switch self {
    case .passing: RetryPolicy(firstPause: .seconds(1), longestPause: .seconds(300), jitter: 0.2)
    case .needsPerson: RetryPolicy(firstPause: .seconds(300), longestPause: .seconds(3600), jitter: 0.2)
    }
  }
}
