import HaloBluetooth
import HaloHealth

/// Why a connection to a broker failed.
enum BrokerFailure: Sendable {
  /// It was refused or lost, or the broker could not be reached.
  case passing
  /// The broker or its certificate, the password or a file is not as it must be.
  case needsPerson

  /// When the connection is tried again.
  var retryPolicy: RetryPolicy {
    switch self {
    case .passing: RetryPolicy(firstPause: .seconds(1), longestPause: .minutes(5), jitter: 0.2)
    case .needsPerson: RetryPolicy(firstPause: .minutes(5), longestPause: .hours(1), jitter: 0.2)
    }
  }
}
