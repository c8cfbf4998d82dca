/// Runs work that is started from anywhere within a scope, as child tasks of the scope: they end with it, and they keep its
/// priority, task-local values and executor (which a simulation depends on).
package struct TaskScope: Sendable {
  private let starts: AsyncStream<@Sendable () async -> Void>.Continuation

  /// Calls `body`, and cancels and awaits what was started when it returns or throws.
  package static func with<Result: Sendable>(
    _ body: (TaskScope) async throws -> Result
  ) async throws -> Result {
    let (works, starts) = AsyncStream<@Sendable () async -> Void>.makeStream()
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await withDiscardingTaskGroup { workers in
          for await work in works { workers.addTask { await work() } }
        }
      }
      defer {
        starts.finish()
        group.cancelAll()
      }
      return try await body(TaskScope(starts: starts))
    }
  }

  /// Starts `work`. Nothing happens where the scope has ended.
  package func start(_ work: @escaping @Sendable () async -> Void) {
    starts.yield(work)
  }
}
