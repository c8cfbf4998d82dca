import Synchronization

/// Runs work that can be started anywhere within a scope and that ends with the scope.
///
/// Unlike child tasks, this work is not canceled together with the task that opened the scope. After Control-C, the
/// link must carry one more message, which turns the ring's LEDs off. The work is canceled and awaited when the scope
/// ends.
public final class TaskScope: Sendable {
  private struct State {
    var tasks: [Task<Void, any Error>] = []
    var hasEnded = false
  }

  /// The executor for new tasks. A simulation sets it, because unstructured tasks do not inherit an executor.
  @TaskLocal package static var executor: (any TaskExecutor)?

  /// The executor of the current simulation, for tasks that run in the cooperative pool otherwise.
  package static var simulationExecutor: (any TaskExecutor)? { executor is ThreadExecutor ? nil : executor }

  private let executor = TaskScope.executor
  private let state = Mutex(State())

  /// Calls `body`, then cancels and awaits all started work.
  ///
  /// - Throws: Any error of `body`.
  public static func with<Result: Sendable>(
    file: StaticString = #fileID, line: Int = #line, _ body: (TaskScope) async throws -> Result
  ) async throws -> Result {
    let scope = TaskScope()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(scope)) } catch { result = .failure(error) }
    let endWait = PendingWaits.begin { "the end of canceled work in the TaskScope of \(file):\(line)" }
    defer { endWait() }
    await scope.end()
    return try result.get()
  }

  /// Starts `work`. Does nothing if the scope has ended.
  public func start(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.tasks.append(Task(executorPreference: Self.executor, operation: work))
    }
  }

  /// Runs `work` on the executor that the scope was opened on, and waits for it. It is canceled with the current task
  /// and with the scope.
  ///
  /// - Throws: `end` if the scope has ended, and any error of `work`.
  public func run(orThrow end: any Error, _ work: @escaping @Sendable () async throws -> Void) async throws {
    let task = try Self.$executor.withValue(executor) {
      try state.withLock { state in
        guard !state.hasEnded else { throw end }
        let task = Task(executorPreference: executor, operation: work)
        state.tasks.append(task)
        return task
      }
    }
    try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Runs `work` to its end, even if the current task is canceled.
  public static func shielded<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await Task(executorPreference: executor, operation: work).value
  }

  /// Returns the result of `body` after `end`, which is also called if `body` throws.
  package static func ending<Result>(
    _ end: () async -> Void, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let result: Result
    do { result = try await body() } catch {
      await end()
      throw error
    }
    await end()
    return result
  }

  private func end() async {
    let tasks = state.withLock { state in
      state.hasEnded = true
      return exchange(&state.tasks, with: [])
    }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
  }
}
