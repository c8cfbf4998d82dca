#if BlueZ && os(Linux)
  import HaloBluetooth

  /// Collects the events of a session, and waits for them.
  actor EventLog {
    private var seen: [PeripheralEvent] = []
    private var waiters:
      [Int: (matches: @Sendable (PeripheralEvent) -> Bool, ended: CheckedContinuation<Bool, Never>)] =
        [:]
    private var nextWaiter = 0
    private var reading: Task<Void, Never>?

    init(_ events: AsyncStream<PeripheralEvent>) {
      Task { await self.follow(events) }
    }

    private func follow(_ events: AsyncStream<PeripheralEvent>) {
      reading = Task {
        for await event in events { note(event) }
      }
    }

    private func note(_ event: PeripheralEvent) {
      ServingProof.printLine("        \(event.words)")
      seen.append(event)
      for (number, waiter) in waiters where waiter.matches(event) { end(number, true) }
    }

    private func end(_ number: Int, _ hasCome: Bool) {
      waiters.removeValue(forKey: number)?.ended.resume(returning: hasCome)
    }

    func wait(for event: PeripheralEvent) async throws { try await wait { $0 == event } }

    /// Waits until a matching event has occurred, at most a minute.
    func wait(_ matches: @escaping @Sendable (PeripheralEvent) -> Bool) async throws {
      if seen.contains(where: matches) { return }
      nextWaiter += 1
      let number = nextWaiter
      let limit = Task {
        try await Task.sleep(for: .seconds(60))
        end(number, false)
      }
      defer { limit.cancel() }
      guard await withCheckedContinuation({ waiters[number] = (matches, $0) }) else { throw Missing(seen: seen) }
    }

    /// The error for an expected event that did not occur.
    struct Missing: Error {
      let seen: [PeripheralEvent]
    }

    /// Returns true when the event stream has ended.
    func hasEnded() async -> Bool {
      await reading?.value
      return reading != nil
    }
  }

  extension PeripheralEvent {
    fileprivate var words: String {
      switch self {
      case .connected(let central): "connected: \(central)"
      case .disconnected(let central): "disconnected: \(central)"
      case .subscribed(let characteristic): "subscribed: \(characteristic.uuid)"
      case .unsubscribed(let characteristic): "unsubscribed: \(characteristic.uuid)"
      }
    }
  }
#endif
