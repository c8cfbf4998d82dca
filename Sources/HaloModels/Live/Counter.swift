import Synchronization

/// A number that grows.
final class Counter: Sendable {
  private let state = Mutex(0)

  var value: Int { state.withLock { $0 } }
  func increment() { state.withLock { $0 += 1 } }
}
