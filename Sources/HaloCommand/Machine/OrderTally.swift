import Synchronization

/// What became of orders that a script wrote: nobody is there to see the words, so the exit status has to say it.
final class OrderTally: Sendable {
  /// What can become of one that is not done.
  enum Failure: Sendable {
    /// It is none, or wants what may not be sent.
    case wrong
    /// The machine did not do it.
    case disobeyed
  }

  private let first = Mutex<Failure?>(nil)

  /// Notes a failure.
  func note(_ failure: Failure) { first.withLock { $0 = $0 ?? failure } }

  /// The status to end with: 64 or 69 by the first failure; `nil` where all was done.
  var status: Int32? {
    switch first.withLock({ $0 }) {
    case .wrong: EX.usage
    case .disobeyed: EX.unavailable
    case nil: nil
    }
  }
}
