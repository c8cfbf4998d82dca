import Synchronization

/// Runs work that is started from anywhere within a scope and ends with it.
///
/// Unlike child tasks, this work is not cancelled together with the task that opened the scope: when a person presses Control-C,
/// the link must carry one more message, the one that turns a ring's LEDs off. It is cancelled, and awaited, when the scope ends.
public final class TaskScope: Sendable {
  private struct State {
    var tasks: [Task<Void, any Error>] = []
    var hasEnded = false
  }

  /// The executor that tasks are started on; a simulation sets it, because tasks do not inherit it.
  @TaskLocal package static var executor: (any TaskExecutor)?

  private let executor = TaskScope.executor
  private let state = Mutex(State())

  /// Calls `body`, and cancels and awaits what was started when it returns or throws.
  ///
  /// - Throws: What `body` throws.
  public static func with<Result: Sendable>(
    _ body: (TaskScope) async throws -> Result
  ) async throws -> Result {
    let scope = TaskScope()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(scope)) } catch { result = .failure(error) }
    await scope.end()
    return try result.get()
  }

  /// Starts `work`. Nothing happens if the scope has ended.
  public func start(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.tasks.append(Task(executorPreference: Self.executor, operation: work))
    }
  }

  /// Does `work` on the executor that the scope was opened on, and waits for it. It is cancelled with the present task, and with the
  /// scope.
  ///
  /// - Throws: `end` if the scope has ended, and what `work` throws.
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

  /// Does `work` to its end, even if the present task is cancelled.
  public static func shielded<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await Task(executorPreference: executor, operation: work).value
  }

  private func end() async {
    let tasks = state.withLock { state in
      state.hasEnded = true
      defer { state.tasks.removeAll() }
      return state.tasks
    }
    for task in tasks { task.cancel() }
    for task in tasks { _ = await task.result }
  }
}
