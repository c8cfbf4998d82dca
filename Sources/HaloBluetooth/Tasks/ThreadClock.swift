import Dispatch
import Synchronization

/// The system's continuous clock. Its sleepers wake even if all threads of the cooperative pool are busy.
package struct ThreadClock: Clock {
  private static let queue = DispatchQueue(label: "halo.clock")

  package init() {}

  package var now: ContinuousClock.Instant { .now }

  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let sleeper = Sleeper()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard sleeper.begin(continuation) else { return }
        let seconds = (deadline - now) / .seconds(1)
        Self.queue.asyncAfter(deadline: .now() + max(0, seconds)) { sleeper.end(nil) }
      }
    } onCancel: {
      sleeper.end(CancellationError())
    }
  }

  /// Ends once: when its time is over, or when it is canceled, which may happen before it begins.
  private final class Sleeper: Sendable {
    private struct State {
      var continuation: CheckedContinuation<Void, any Error>?
      var isCancelled = false
    }

    private let state = Mutex(State())

    /// Returns false if it was already canceled; `continuation` is then resumed.
    func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
      let isCancelled = state.withLock { state in
        if !state.isCancelled { state.continuation = continuation }
        return state.isCancelled
      }
      if isCancelled { continuation.resume(throwing: CancellationError()) }
      return !isCancelled
    }

    func end(_ error: (any Error)?) {
      let continuation = state.withLock { state in
        state.isCancelled = state.isCancelled || error != nil
        defer { state.continuation = nil }
        return state.continuation
      }
      if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
    }
  }
}
