import Synchronization

/// Keeps that the output of a run could not be written, with which the run ends in status 74.
package final class OutputFailure: Sendable {
  private let state = Atomic(false)

  /// True if something could not be written.
  package var hasHappened: Bool { state.load(ordering: .relaxed) }

  /// Notes a failure. Returns true for the first one, which alone is reported: callers that draw go on after it.
  func noteIsFirst() -> Bool { !state.exchange(true, ordering: .relaxed) }
}
