import Synchronization

/// The notifications of one characteristic for any number of listeners, which are subscribed to once. The listeners'
/// sequences are unbounded, so nothing is dropped.
package final class SharedNotifications: Sendable {
  /// A listener's sequence.
  package typealias Values = AsyncThrowingStream<ReceivedValue, any Error>

  private struct State {
    /// The listeners whose sequences have not ended, in the order of their subscription.
    var listeners: [(number: Int, continuation: Values.Continuation)] = []
    var nextListener = 0
    /// The device's response to the subscription, and the callers that wait for it.
    var confirmation: Result<Void, any Error>?
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var hasEnded = false
    /// The error with which the notifications ended, for later listeners; `nil` without one.
    var error: (any Error)?
  }

  private let state = Mutex(State())

  /// Notifications without listeners.
  package init() {}

  /// True once the notifications have ended.
  package var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Returns a sequence of the values from now on. `whenOver` is called when it ends or is no longer iterated.
  package func listen(whenOver: (@Sendable () -> Void)? = nil) -> Values {
    let (stream, continuation) = Values.makeStream()
    let number = state.withLock { state in
      state.nextListener += 1
      return state.nextListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { $0.listeners.removeAll { $0.number == number } }
      whenOver?()
    }
    let (hasEnded, error) = state.withLock { state in
      if !state.hasEnded { state.listeners.append((number, continuation)) }
      return (state.hasEnded, state.error)
    }
    if hasEnded { continuation.finish(throwing: error) }
    return stream
  }

  /// Waits until ``confirm(_:)`` and returns or throws its result.
  package func waitUntilConfirmed() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let known = state.withLock { state in
        if state.confirmation == nil { state.waiting.append(continuation) }
        return state.confirmation
      }
      if let known { continuation.resume(with: known) }
    }
  }

  /// Sets the device's response to the subscription.
  package func confirm(_ result: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      state.confirmation = result
      return exchange(&state.waiting, with: [])
    }
    for waiter in waiting { waiter.resume(with: result) }
  }

  /// Delivers a value to all listeners.
  package func yield(_ value: ReceivedValue) {
    // Not under the lock: a listener that is canceled meanwhile holds its task's lock.
    for listener in state.withLock({ $0.listeners }) { listener.continuation.yield(value) }
  }

  /// Ends all sequences, with an error if there is one. Only the first call determines what later listeners get.
  package func end(throwing error: (any Error)?) {
    let listeners = state.withLock { state in
      if !state.hasEnded { (state.hasEnded, state.error) = (true, error) }
      return exchange(&state.listeners, with: [])
    }
    for listener in listeners { listener.continuation.finish(throwing: error) }
  }
}
