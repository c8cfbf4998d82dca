/// Runs `body`, and cancels it after `duration`.
func withTimeLimit(
  to duration: Duration?, _ environment: DriverEnvironment, _ body: @escaping @Sendable () async throws -> Void
) async throws {
  guard let duration else { return try await body() }
  try await withThrowingTaskGroup(of: Bool.self) { group in
    group.addTask {
      try await body()
      return false
    }
    group.addTask {
      try await environment.clock.sleep(for: duration)
      return true
    }
    defer { group.cancelAll() }
    if try await group.next() == true {
      group.cancelAll()
      // Cancellation by the time limit is not an error. Wait until `body` has cleaned up.
      while await group.nextResult() != nil {}
    }
  }
}
