/// The readings that a ring sends by itself while it measures, one after the other, until it is silent for too long or the link
/// is lost.
actor ReadingIterator<Reading: Sendable> {
  /// Rings give one or two readings a second; five seconds without any mean that it restarted, or left.
  private static var patience: Duration { .seconds(5) }

  private var first: Reading?
  private let stream: AsyncStream<ColmiRing.Received>
  private let clock: any Clock<Duration>
  private let transform: @Sendable (ColmiRing.Received) -> Reading?
  /// Some rings send each reading on both channels; only those of the first that brings one count.
  private var channel: ColmiRing.Channel?

  init(
    first: Reading? = nil, _ stream: AsyncStream<ColmiRing.Received>, clock: any Clock<Duration>,
    _ transform: @escaping @Sendable (ColmiRing.Received) -> Reading?
  ) {
    self.first = first
    self.stream = stream
    self.clock = clock
    self.transform = transform
  }

  /// The next reading; `nil` where there is none any more.
  func next() async -> Reading? {
    if let first {
      self.first = nil
      return first
    }
    let clock = clock
    return await withTaskGroup(of: Reading?.self) { group in
      group.addTask { await self.await() }
      group.addTask {
        try? await clock.sleep(for: Self.patience)
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
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
