import Synchronization

/// Sends each value to all current listeners.
///
/// Values that are sent by one task, or under one lock, arrive in that order.
public final class Broadcast<Element: Sendable>: Sendable {
  /// The policy for values that a listener has not read yet.
  public typealias BufferingPolicy = AsyncStream<Element>.Continuation.BufferingPolicy

  /// One listener's stream of values.
  public struct Subscription: Sendable {
    /// The values since the subscription began. Ends after ``stop()`` or ``Broadcast/finish()``.
    public let elements: AsyncStream<Element>
    fileprivate let id: Int
    fileprivate let broadcast: Broadcast

    /// Ends the stream after the values already sent.
    public func stop() { broadcast.remove(id)?.finish() }
  }

  private struct State {
    var listeners: [(id: Int, continuation: AsyncStream<Element>.Continuation)] = []
    var nextID = 0
    var isFinished = false
  }

  private let bufferingPolicy: BufferingPolicy
  private let state = Mutex(State())

  /// A broadcast without listeners. `bufferingPolicy` applies to each listener; by default no value is dropped.
  public init(bufferingPolicy: BufferingPolicy = .unbounded) { self.bufferingPolicy = bufferingPolicy }

  /// Sends a value to all listeners.
  public func send(_ element: Element) {
    // Not under the lock: canceling a listener's task locks that task and then calls `remove`, and resuming it here
    // needs the same task lock.
    for listener in state.withLock({ $0.listeners }) { listener.continuation.yield(element) }
  }

  /// Adds a listener. Its stream begins with `first`. A listener that is canceled or drops the stream is removed.
  public func listen(startingWith first: [Element] = []) -> Subscription {
    let (elements, continuation) = AsyncStream<Element>.makeStream(bufferingPolicy: bufferingPolicy)
    for element in first { continuation.yield(element) }
    let (id, isFinished) = state.withLock { state in
      state.nextID += 1
      if !state.isFinished { state.listeners.append((state.nextID, continuation)) }
      return (state.nextID, state.isFinished)
    }
    if isFinished {
      continuation.finish()
    } else {
      continuation.onTermination = { [weak self] _ in _ = self?.remove(id) }
    }
    return Subscription(elements: elements, id: id, broadcast: self)
  }

  /// Ends all streams after the values already sent. Streams of later listeners end at once.
  public func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return exchange(&state.listeners, with: [])
    }
    for listener in listeners { listener.continuation.finish() }
  }

  /// The number of listeners.
  public var listenerCount: Int { state.withLock { $0.listeners.count } }

  private func remove(_ id: Int) -> AsyncStream<Element>.Continuation? {
    state.withLock { state in
      state.listeners.firstIndex { $0.id == id }.map { state.listeners.remove(at: $0).continuation }
    }
  }
}

extension Broadcast where Element == Void {
  /// Returns when `condition` is true or the task is canceled. The condition is checked at once and after each value.
  public func wait(
    isolation: isolated (any Actor)? = #isolation, file: StaticString = #fileID, line: Int = #line,
    until condition: () -> Bool
  ) async {
    let changes = listen()
    defer { changes.stop() }
    if condition() { return }
    let endWait = PendingWaits.begin { "the condition of \(file):\(line)" }
    defer { endWait() }
    for await _ in changes.elements where condition() { return }
  }
}
