/// A test clock on which short pauses take no time, and long ones last until they are canceled.
struct ShortPauseClock: Clock {
  typealias Instant = ContinuousClock.Instant

  /// The longest pause that takes no time.
  var longestPause = Duration.seconds(1)

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    guard now.duration(to: deadline) > longestPause else { return await Task.yield() }
    let (never, continuation) = AsyncStream<Void>.makeStream()
    for await _ in never {}
    withExtendedLifetime(continuation) {}
    throw CancellationError()
  }
}
