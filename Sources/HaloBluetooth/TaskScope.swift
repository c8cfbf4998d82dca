import Synchronization

/// Runs work that is started from anywhere within a scope and ends with it.
///
/// Unlike child tasks, this work is not cancelled together with the task that opened the scope: when a person presses Control-C,
/// the link must carry one more message, the one that turns a ring's LEDs off. It is cancelled, and awaited, when the scope ends.
public final class TaskScope: Sendable {
  private struct State {
    var tasks: [Task<Void, Never>] = []
    var hasEnded = false
  }

  /// The executor that tasks are started on; a simulation sets it, because tasks do not inherit it.
  @TaskLocal package static var executor: (any TaskExecutor)?

  private let state = Mutex(State())

  /// Calls `body`, and cancels and awaits what was started when it returns or throws.
  ///
  /// - Throws: What `body` throws.
  public static func with<Result: Sendable>(
    _ body: (TaskScope) async throws -> Result
  ) async throws -> Result {
    let scope = TaskScope()
    do {
      let result = try await body(scope)
      await scope.end()
      return result
    } catch {
      await scope.end()
      throw error
    }
  }

  /// Starts `work`. Nothing happens if the scope has ended.
  public func start(_ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      state.tasks.append(Task(executorPreference: Self.executor, operation: work))
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
    for task in tasks { await task.value }
  }
}
