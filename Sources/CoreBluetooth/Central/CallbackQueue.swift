package import Dispatch

/// Calls an app on its queue, one call after the other and in order, even on a concurrent queue.
package final class CallbackQueue: Sendable {
  private struct State {
    var waiting: [() -> Void] = []
    var isRunning = false
  }

  private let queue: DispatchQueue
  private let radio: Radio
  private let state = LockedValue(State())

  /// Calls on `queue`, or on the main queue if it is `nil`, in the scope of `radio`.
  package init(_ queue: DispatchQueue?, radio: Radio) {
    self.queue = queue ?? .main
    self.radio = radio
  }

  /// A posted call.
  package struct Receipt: Sendable {
    /// Signaled when the call has returned; `nil` in real time, where no code has to wait.
    fileprivate let isDone: DispatchSemaphore?

    /// With a simulated radio, waits until the call has returned. Only for the radio's tasks.
    package func wait() { isDone?.wait() }
  }

  /// Posts a call of `body` without waiting.
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
      return !exchange(&state.isRunning, with: true)
    }
    if mustStart { queue.async { self.callNext() } }
  }

  /// Calls `body` on the app's queue. With a simulated radio, waits until it returns, so that simulated time stops
  /// while the app runs and the simulation is deterministic on any queue. Only for the radio's tasks.
  package func deliver(_ body: @escaping () -> Void) { post(body).wait() }

  /// Stops simulated time until a posted call has returned. May be called from anywhere, including a callback.
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
