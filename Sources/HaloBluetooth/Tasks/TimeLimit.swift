/// Limits the duration of waits.
public enum TimeLimit {
  /// Returns the result of `body`. If it takes longer than `time` on `clock`, cancels `body` and returns nil.
  ///
  /// - Throws: Any error of `body`.
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
