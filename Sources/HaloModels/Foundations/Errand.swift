import HaloBluetooth

/// Work that a person starts and stops, and that ends with the task of ``run()`` at the latest.
///
/// Starting anew ends what goes on first, and waits for its cleaning up: a ring measures one thing at a time.
@MainActor
final class Errand {
  private var next: (@MainActor @Sendable () async -> Void)?
  private var current: Task<Void, Never>?
  private var bell: AsyncStream<Void>.Continuation?
  private var runs = 0

  /// Whether something goes on.
  var isBusy: Bool { current != nil }

  /// Does what is ordered, one after the other, until the task is cancelled.
  func run() async {
    let (orders, bell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    runs += 1
    let run = runs
    self.bell?.finish()
    self.bell = bell
    defer { if runs == run { self.bell = nil } }
    bell.yield()
    for await _ in orders {
      while let work = next, !Task.isCancelled {
        next = nil
        // Not a child task, so that `cancel()` ends this work alone; it is awaited here and cancelled with its parent all the same.
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

  /// Ends what goes on, and begins `work` then. Where nobody runs errands, it waits until somebody does.
  func start(_ work: @escaping @MainActor @Sendable () async -> Void) {
    next = work
    current?.cancel()
    bell?.yield()
  }

  /// Ends what goes on, and forgets what has not begun.
  func cancel() {
    next = nil
    current?.cancel()
  }

  /// The same; returns when what went on has cleaned up.
  func end() async {
    cancel()
    await current?.value
  }
}
