import Synchronization

/// Tracks the link state of an operation that may reconnect, and the error that ended the last link.
final class LinkMonitor: Sendable {
  private let state = Mutex<(any Error)?>(nil)

  func note(_ event: LinkEvent) {
    state.withLock { error in
      switch event {
      case .connected: error = nil
      case .interrupted(let reason, _): error = reason
      case .connecting: break
      }
    }
  }

  /// Throws the error that ended the last link, if there is no link now.
  func check() throws {
    if let error = state.withLock({ $0 }) { throw error }
  }
}
