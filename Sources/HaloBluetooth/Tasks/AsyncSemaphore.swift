import Synchronization

/// Limits how many tasks run a section at once. Waiting tasks hold no thread and run first come, first served.
package final class AsyncSemaphore: Sendable {
  private struct State {
    var free: Int
    var next = 0
    var waiters: [(id: Int, wake: AsyncStream<Void>.Continuation)] = []
  }

  private let state: Mutex<State>

  /// A semaphore for `count` tasks at once.
  package init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Calls `body` when it is this task's turn.
  ///
  /// - Throws: `CancellationError` if the task is canceled while it waits, and any error of `body`.
  package func run<Value: Sendable>(
    file: StaticString = #fileID, line: Int = #line, _ body: () async throws -> Value
  ) async throws -> Value {
    try await wait("a free place in the AsyncSemaphore of \(file):\(line)")
    defer { signal() }
    return try await body()
  }

  private func wait(_ description: @autoclosure @escaping @Sendable () -> String) async throws {
    let (wakes, wake) = AsyncStream<Void>.makeStream()
    let id = state.withLock { state -> Int? in
      guard state.free == 0 else {
        state.free -= 1
        return nil
      }
      state.next += 1
      state.waiters.append((state.next, wake))
      return state.next
    }
    guard let id else { return }
    let endWait = PendingWaits.begin(description)
    defer { endWait() }
    for await _ in wakes {}
    // A task that is canceled at the moment of its turn keeps its turn.
    let isWaiting = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) } != nil
    }
    if isWaiting { throw CancellationError() }
  }

  private func signal() {
    let next = state.withLock { state -> AsyncStream<Void>.Continuation? in
      guard !state.waiters.isEmpty else {
        state.free += 1
        return nil
      }
      return state.waiters.removeFirst().wake
    }
    next?.finish()
  }
}
