/// Ends waits that take too long.
package enum TimeLimit {
  /// What `body` gives; `nil` where that takes longer, and `body` is cancelled.
  package static func within<Value: Sendable>(
    _ time: Duration, _ clock: any Clock<Duration>, _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value? {
    try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        try await clock.sleep(for: time)
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }
}
