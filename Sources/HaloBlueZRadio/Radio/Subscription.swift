#if BlueZ && os(Linux)
  import Glibc
  import HaloBluetooth
  import Synchronization

  /// The notifications of a characteristic, forwarded to any number of listeners. Their sequences are unbounded, so
  /// nothing is dropped.
  final class Subscription: Sendable {
    private typealias Listener = AsyncThrowingStream<ReceivedValue, any Error>.Continuation

    private struct State {
      var listeners: [Listener] = []
      var confirmation: Result<Void, any Error>?
      var waiting: [CheckedContinuation<Void, any Error>] = []
      var hasEnded = false
      var whenEnded: [@Sendable () -> Void] = []
      /// The values since the first of the running reads; `nil` without one.
      var held: [[UInt8]]?
      var reads = 0
    }

    private let state = Mutex(State())
    private let lost: BluetoothError

    /// A subscription. Its sequences throw `lost` if BlueZ closes its socket.
    init(lossError lost: BluetoothError) { self.lost = lost }

    /// True once the subscription has ended.
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Returns a sequence of the values from now on.
    func listen() -> AsyncThrowingStream<ReceivedValue, any Error> {
      let (stream, continuation) = AsyncThrowingStream<ReceivedValue, any Error>.makeStream()
      let isOver = state.withLock { state in
        if !state.hasEnded { state.listeners.append(continuation) }
        return state.hasEnded
      }
      if isOver { continuation.finish(throwing: lost) }
      return stream
    }

    func waitUntilConfirmed() async throws {
      try await withCheckedThrowingContinuation { continuation in
        let known = state.withLock { state -> Result<Void, any Error>? in
          if state.confirmation == nil { state.waiting.append(continuation) }
          return state.confirmation
        }
        if let known { continuation.resume(with: known) }
      }
    }

    func confirm(_ result: Result<Void, any Error>) {
      let waiting = state.withLock { state in
        state.confirmation = result
        defer { state.waiting.removeAll() }
        return state.waiting
      }
      for waiter in waiting { waiter.resume(with: result) }
    }

    func yield(_ value: [UInt8]) {
      let listeners = state.withLock { $0.listeners }
      for listener in listeners { listener.yield(ReceivedValue(value)) }
    }

    /// Forwards a value that a signal has: a notification, or the result of a read.
    func yield(signaled value: [UInt8]) {
      let isHeld = state.withLock { state in
        state.held?.append(value)
        return state.held != nil
      }
      if !isHeld { yield(value) }
    }

    /// Holds the signaled values until ``endRead(_:)``.
    func beginRead() {
      state.withLock { state in
        state.held = state.held ?? []
        state.reads += 1
      }
    }

    /// Forwards the held values without the one that was read, which BlueZ signals before it answers.
    func endRead(_ result: [UInt8]?) {
      let values = state.withLock { state -> [[UInt8]] in
        if let result, let place = state.held?.lastIndex(of: result) { state.held?.remove(at: place) }
        state.reads -= 1
        guard state.reads == 0 else { return [] }
        return state.held.take() ?? []
      }
      for value in values { yield(value) }
    }

    /// Calls `body` when the subscription ends; at once if it already has.
    func onEnd(_ body: @escaping @Sendable () -> Void) {
      let isOver = state.withLock { state in
        if !state.hasEnded { state.whenEnded.append(body) }
        return state.hasEnded
      }
      if isOver { body() }
    }

    func end(throwing error: (any Error)?) {
      let (listeners, whenEnded) = state.withLock { state in
        state.hasEnded = true
        defer {
          state.listeners.removeAll()
          state.whenEnded.removeAll()
        }
        return (state.listeners, state.whenEnded)
      }
      for listener in listeners { listener.finish(throwing: error) }
      for body in whenEnded { body() }
    }

    /// Reads notifications from BlueZ' socket, one per packet, until it is closed.
    func read(_ descriptor: BusDescriptor, size: Int, on executor: BusExecutor) {
      let flags = fcntl(descriptor.rawValue, F_GETFL)
      _ = fcntl(descriptor.rawValue, F_SETFL, flags | O_NONBLOCK)
      let room = max(size, 517)
      executor.watch(descriptor.rawValue) { [weak self] events in
        var buffer = [UInt8](repeating: 0, count: room)
        // Reads all packets: bluetoothd drops those that do not fit into the socket, which holds 167 to 278 packets.
        while let self, !self.hasEnded {
          let count = recv(descriptor.rawValue, &buffer, room, 0)
          if count < 0, errno == EAGAIN || errno == EINTR { return }
          // An empty notification looks like the end of the stream, but only the end sets POLLHUP.
          if count > 0 || count == 0 && events & Int16(POLLHUP) == 0 {
            self.yield([UInt8](buffer.prefix(count)))
          } else {
            self.end(throwing: self.lost)
          }
        }
      }
      onEnd { executor.unwatch(descriptor.rawValue) }
    }
  }
#endif
