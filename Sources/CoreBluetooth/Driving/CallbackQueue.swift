#if !canImport(Darwin)
  package import Dispatch

  /// Calls an app on its queue: one call after the other, in order, also where the queue is a concurrent one.
  package final class CallbackQueue: Sendable {
    private struct State {
      var waiting: [() -> Void] = []
      var isRunning = false
    }

    private let queue: DispatchQueue
    private let radio: Radio
    private let state = Guarded(State())

    /// Calls on `queue`, the main queue where it is `nil`, as part of what uses `radio`.
    package init(_ queue: DispatchQueue?, radio: Radio) {
      self.queue = queue ?? .main
      self.radio = radio
    }

    /// Has `body` called, and does not wait.
    package func post(_ body: @escaping () -> Void) {
      let mustStart = state.withLock { state in
        state.waiting.append(body)
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if mustStart { queue.async { self.callNext() } }
    }

    /// Has `body` called. Of a simulated radio this waits for it to return, so that time stands still there while the app is at work: a
    /// simulation goes the same way every time, whatever queue the app uses. To be called from the radio's tasks.
    package func deliver(_ body: @escaping () -> Void) {
      guard radio.isSimulated else { return post(body) }
      let isDone = DispatchSemaphore(value: 0)
      post {
        body()
        isDone.signal()
      }
      isDone.wait()
    }

    private func callNext() {
      let next = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
      if let next { radio.within(next) }
      let hasMore = state.withLock { state in
        state.isRunning = !state.waiting.isEmpty
        return state.isRunning
      }
      if hasMore { queue.async { self.callNext() } }
    }
  }
#endif
