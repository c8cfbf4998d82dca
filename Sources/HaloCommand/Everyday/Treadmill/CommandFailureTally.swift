import Synchronization

/// Collects failures of commands from standard input. A script does not read the messages, so the exit status reports
/// them.
final class CommandFailureTally: Sendable {
  private let first = Mutex<Int32?>(nil)

  /// Notes a failure: 64 if the command is not valid, or asks for a value that is not allowed; 69 if the machine did not
  /// carry it out.
  func note(_ status: Int32) { first.withLock { $0 = $0 ?? status } }

  /// The exit status of the first failure; `nil` if all commands succeeded.
  var status: Int32? { first.withLock { $0 } }
}
