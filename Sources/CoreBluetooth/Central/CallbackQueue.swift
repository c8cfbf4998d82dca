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

    /// A call that was posted.
    package struct Receipt: Sendable {
      /// Signalled when it has returned; `nil` where nobody has to wait for it, because the radio's time is everybody's.
      fileprivate let isDone: DispatchSemaphore?

      /// Of a simulated radio, waits until the call has returned. To be called from the radio's tasks.
      package func wait() { isDone?.wait() }
    }

    /// Has `body` called, and does not wait.
    @discardableResult
    package func post(_ body: @escaping () -> Void) -> Receipt {
      guard radio.isSimulated else {
        enqueue(body)
        return Receipt(isDone: nil)
      }
      let isDone = DispatchSemaphore(value: 0)
      enqueue {
        body()
        isDone.signal()
      }
      return Receipt(isDone: isDone)
    }

    private func enqueue(_ body: @escaping () -> Void) {
      let mustStart = state.withLock { state in
        state.waiting.append(body)
        defer { state.isRunning = true }
        return !state.isRunning
      }
      if mustStart { queue.async { self.callNext() } }
    }

    /// Has `body` called. Of a simulated radio this waits for it to return, so that time stands still there while the app is at work: a
    /// simulation goes the same way every time, whatever queue the app uses. To be called from the radio's tasks.
    package func deliver(_ body: @escaping () -> Void) { post(body).wait() }

    /// Lets time stand still in a simulated radio until a call has returned that was posted from anywhere, also from a callback.
    package func hold(for receipt: Receipt) {
      guard receipt.isDone != nil else { return }
      radio.start { _ in receipt.wait() }
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
