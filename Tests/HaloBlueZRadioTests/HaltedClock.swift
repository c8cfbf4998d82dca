import Synchronization

/// A clock for tests, on which no pause ends before the test says so, and every one at once from then on.
final class HaltedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let hasElapsed = Atomic(false)

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Ends all pauses.
  func elapse() { hasElapsed.store(true, ordering: .releasing) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    repeat {
      try Task.checkCancellation()
      await Task.yield()
    } while !hasElapsed.load(ordering: .acquiring)
  }
}
