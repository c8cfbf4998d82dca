import Dispatch

/// The system's continuous clock. Its sleepers wake even if all threads of the cooperative pool are busy.
package struct ThreadClock: Clock {
  private static let queue = DispatchQueue(label: "halo.clock")

  package init() {}

  package var now: ContinuousClock.Instant { .now }

  package var minimumResolution: Duration { .nanoseconds(1) }

  package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let (wakes, wake) = AsyncStream<Void>.makeStream()
    let seconds = (deadline - now) / .seconds(1)
    Self.queue.asyncAfter(deadline: .now() + max(0, seconds)) { wake.finish() }
    // Ends without a value, also when the task is canceled.
    for await _ in wakes {}
    try Task.checkCancellation()
  }
}
