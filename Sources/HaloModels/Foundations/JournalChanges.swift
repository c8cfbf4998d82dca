import Synchronization

/// Tells those who show something that the journal has something new.
public final class JournalChanges: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Void>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())

  /// Nobody listens yet.
  public init() {}

  /// Says that something is new.
  public func announce() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield() }
  }

  /// Once now, and once whenever something is new; several at once count as one.
  public func updates() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = state.withLock { state in
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) } }
    continuation.yield()
    return stream
  }
}
