/// Ends waits that take too long.
public enum TimeLimit {
  /// Returns what `body` returns; `nil` if that takes longer than `time` on `clock`, and `body` is cancelled.
  ///
  /// - Throws: What `body` throws.
  public static func within<Value: Sendable>(
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
