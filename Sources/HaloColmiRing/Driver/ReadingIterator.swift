/// Iterates over the unsolicited readings of a measuring ring, until none arrives for five seconds or the link is lost. A
/// measurement that stalls is first started again, at most twice.
actor ReadingIterator<Reading: Sendable> {
  /// Rings send one or two readings per second; five seconds without a reading mean that the ring restarted or is out
  /// of range.
  private static var readingTimeout: Duration { .seconds(5) }

  private var first: Reading?
  private var stream: AsyncStream<ColmiRing.Received>
  private let clock: any Clock<Duration>
  private let transform: @Sendable (ColmiRing.Received) -> Reading?
  private let restart: (@Sendable () async -> (Reading, AsyncStream<ColmiRing.Received>)?)?
  private var restartsLeft = 2
  /// Some rings send each reading on both channels. Only the first channel with a reading is used.
  private var channel: ColmiRing.Channel?

  init(
    first: Reading? = nil, _ stream: AsyncStream<ColmiRing.Received>, clock: any Clock<Duration>,
    restart: (@Sendable () async -> (Reading, AsyncStream<ColmiRing.Received>)?)? = nil,
    _ transform: @escaping @Sendable (ColmiRing.Received) -> Reading?
  ) {
    self.restart = restart
    self.first = first
    self.stream = stream
    self.clock = clock
    self.transform = transform
  }

  /// Returns the next reading; `nil` at the end.
  func next() async -> Reading? {
    if let first {
      self.first = nil
      return first
    }
    if let reading = await nextReceived() { return reading }
    guard let restart, restartsLeft > 0, !Task.isCancelled else { return nil }
    restartsLeft -= 1
    guard let (reading, stream) = await restart() else { return nil }
    self.stream = stream
    return reading
  }

  private func nextReceived() async -> Reading? {
    (try? await TimeLimit.within(Self.readingTimeout, clock) { await self.await() }) ?? nil
  }

  /// Makes `reading` the next one again.
  func putBack(_ reading: Reading) { first = reading }

  private func `await`() async -> Reading? {
    for await received in stream {
      guard let reading = transform(received) else { continue }
      if channel == nil { channel = received.channel }
      if channel == received.channel { return reading }
    }
    return nil
  }
}
