import Synchronization

/// Collects failures of commands from standard input. A script does not read the messages, so the exit status reports
/// them.
final class CommandFailureTally: Sendable {
  /// Why a command failed.
  enum Failure: Sendable {
    /// The command is not valid, or asks for a value that is not allowed.
    case invalid
    /// The machine did not carry out the command.
    case failed
  }

  private let first = Mutex<Failure?>(nil)

  /// Notes a failure.
  func note(_ failure: Failure) { first.withLock { $0 = $0 ?? failure } }

  /// The exit status: 64 or 69 by the first failure; `nil` if all commands succeeded.
  var status: Int32? {
    switch first.withLock({ $0 }) {
    case .invalid: EX.usage
    case .failed: EX.unavailable
    case nil: nil
    }
  }
}
