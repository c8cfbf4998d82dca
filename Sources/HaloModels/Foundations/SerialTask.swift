/// Runs one task at a time that a person starts and stops; it ends with the task of ``run()`` at the latest.
///
/// Starting another task first cancels the current one and waits for its cleanup: a ring measures one quantity at a
/// time.
@MainActor
final class SerialTask {
  private var next: (@MainActor @Sendable () async -> Void)?
  private var current: Task<Void, Never>?
  private var wake: AsyncStream<Void>.Continuation?
  private var runCount = 0

  /// True while a task is running.
  var isBusy: Bool { current != nil }

  /// Runs the started tasks one after the other, until the surrounding task is canceled.
  func run() async {
    let (orders, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    runCount += 1
    let run = runCount
    self.wake?.finish()
    self.wake = wake
    defer { if runCount == run { self.wake = nil } }
    wake.yield()
    for await _ in orders {
      while let work = next, !Task.isCancelled {
        next = nil
        // Not a child task, so that `cancel()` ends only this work; it is awaited here and canceled with its parent.
        let task = Task(executorPreference: TaskScope.executor) { await work() }
        current = task
        await withTaskCancellationHandler {
          await task.value
        } onCancel: {
          task.cancel()
        }
        current = nil
      }
    }
  }

  /// Runs the tasks, and `load` at once and after each of the changes, until the task is canceled.
  func run(loadingAfter changes: JournalChanges, _ load: @escaping @MainActor @Sendable () async -> Void) async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.run() }
      group.addTask { for await _ in changes.updates() { await load() } }
    }
  }

  /// Cancels the current task, then starts `work`. If ``run()`` is not active, `work` waits for it.
  func start(_ work: @escaping @MainActor @Sendable () async -> Void) {
    next = work
    current?.cancel()
    wake?.yield()
  }

  /// Cancels the current task and discards a pending one.
  func cancel() {
    next = nil
    current?.cancel()
  }

  /// Cancels like ``cancel()``, and returns when the current task has cleaned up.
  func end() async {
    cancel()
    await current?.value
  }
}
