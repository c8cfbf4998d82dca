extension SimulatedHome {
  /// Waits in simulated time until `condition` is true; it is checked ten times a second.
  ///
  /// - Throws: ``WaitTimedOut`` with `description` if the condition is still false after `limit`; errors that
  ///   `condition` throws.
  public func wait(
    for description: String, upTo limit: Duration = .seconds(60), until condition: () async throws -> Bool
  ) async throws {
    let end = clock.now.advanced(by: limit)
    while try await !condition() {
      guard clock.now < end else { throw WaitTimedOut(awaited: description, limit: limit) }
      try await clock.sleep(for: .milliseconds(100))
    }
  }

  /// Waits until the local time is `wall` or later; returns at once if it already is.
  public func sleep(until wall: WallClock) async throws {
    while true {
      let now = start.secondsSince1970 - zone.secondsFromGMT + Int(clock.now.offset / .seconds(1))
      let left = wall.secondsSince1970 - now - zone.secondsFromGMT(at: now)
      guard left > 0 else { return }
      // At a zone change the local time jumps, and the rest is computed again.
      let change = zone.changes.first { $0.moment > now }.map { $0.moment - now } ?? left
      try await clock.sleep(for: .seconds(min(left, max(change, 1))))
    }
  }
}
