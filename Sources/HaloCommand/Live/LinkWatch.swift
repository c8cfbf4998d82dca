import HaloWearables
import Synchronization

/// Knows whether there is a link while something runs over several, and why there is none.
final class LinkWatch: Sendable {
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

  /// Throws what ended the last link, where there is none now.
  func check() throws {
    if let error = state.withLock({ $0 }) { throw error }
  }
}
