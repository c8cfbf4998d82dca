import Synchronization

/// A clock that advances only when there is no other work; see ``Simulation``.
public final class SimulatedClock: Clock, Sendable {
  /// A moment of simulated time.
  public struct Instant: InstantProtocol {
    /// The time since the simulation began.
    public let offset: Duration

    /// Returns the instant after a duration.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns the duration to another instant.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// The order by time.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var nextID = 0
    /// Sorted by deadline, then by insertion.
    var sleepers: [(id: Int, deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = []
    /// Sleeps that were canceled before they began.
    var cancelled: Set<Int> = []
    /// Restarts the simulation, which may have stopped because no task was sleeping.
    var wake: @Sendable () -> Void = {}
  }

  private let state = Mutex(State())

  /// Creates a clock at time zero.
  package init() {}

  /// Sets what is called when a task begins to sleep.
  func onSleep(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

  /// The current simulated time.
  public var now: Instant { state.withLock { $0.now } }
  /// The clock's resolution.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps in simulated time.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
          if state.cancelled.remove(id) != nil { return nil }
          let due = max(deadline, state.now)
          let index = state.sleepers.firstIndex { $0.deadline > due } ?? state.sleepers.endIndex
          state.sleepers.insert((id, due, continuation), at: index)
          return state.wake
        }
        if let wake { wake() } else { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
        guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
          state.cancelled.insert(id)
          return nil
        }
        return state.sleepers.remove(at: index).continuation
      }
      continuation?.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// The deadline of the next sleeper.
  var nextDeadline: Instant? { state.withLock { $0.sleepers.first?.deadline } }

  /// Advances the time without waking a sleeper, up to the next deadline.
  func catchUp(with elapsed: Duration) {
    state.withLock { state in
      let wanted = Instant(offset: elapsed)
      state.now = max(state.now, min(wanted, state.sleepers.first?.deadline ?? wanted))
    }
  }

  /// Advances the time to the next deadline and wakes its sleeper. Returns false if there is no sleeper.
  func advance() -> Bool {
    let continuation = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard !state.sleepers.isEmpty else { return nil }
      let sleeper = state.sleepers.removeFirst()
      state.now = sleeper.deadline
      return sleeper.continuation
    }
    continuation?.resume()
    return continuation != nil
  }
}
