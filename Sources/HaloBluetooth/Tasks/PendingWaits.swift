import Synchronization

/// The waits of a simulation's tasks, for the message about a simulation that has stalled.
package final class PendingWaits: Sendable {
  private struct State {
    var next = 0
    var descriptions: [Int: @Sendable () -> String] = [:]
  }

  /// The waits of the current simulation. Other programs do not note waits.
  @TaskLocal package static var current: PendingWaits?

  private let state = Mutex(State())

  package init() {}

  /// The descriptions, in the order in which the waits began.
  package var descriptions: [String] {
    state.withLock { $0.descriptions }.sorted { $0.key < $1.key }.map { $0.value() }
  }

  /// Notes a wait and returns what ends it.
  package static func begin(_ description: @escaping @Sendable () -> String) -> @Sendable () -> Void {
    guard let waits = current else { return {} }
    let id = waits.state.withLock { state in
      state.next += 1
      state.descriptions[state.next] = description
      return state.next
    }
    return { waits.state.withLock { _ = $0.descriptions.removeValue(forKey: id) } }
  }
}
