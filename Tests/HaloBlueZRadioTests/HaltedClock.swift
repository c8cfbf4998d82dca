import Synchronization

/// A test clock on which no pause ends before ``elapse()``, and every pause ends at once afterwards, until ``halt()``.
final class HaltedClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let hasElapsed = Atomic(false)

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// Ends all pauses.
  func elapse() { hasElapsed.store(true, ordering: .releasing) }

  /// Lets no pause end.
  func halt() { hasElapsed.store(false, ordering: .releasing) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    repeat {
      try Task.checkCancellation()
      await Task.yield()
    } while !hasElapsed.load(ordering: .acquiring)
  }
}
