#if BlueZ && os(Linux)
  import Glibc
  import Synchronization

  /// The notifications of a characteristic from BlueZ, by its socket or by signals.
  final class Subscription: Sendable {
    private struct State {
      var whenEnded: [@Sendable () -> Void] = []
      /// The values since the first of the running reads; `nil` without one.
      var held: [[UInt8]]?
      var reads = 0
    }

    /// The listeners.
    let notifications = SharedNotifications()
    private let state = Mutex(State())
    private let lost: BluetoothError

    /// A subscription. Its sequences throw `lost` if BlueZ closes its socket.
    init(lossError lost: BluetoothError) { self.lost = lost }

    func yield(_ value: [UInt8]) { notifications.yield(ReceivedValue(value)) }

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
        if let result, let index = state.held?.lastIndex(of: result) { state.held?.remove(at: index) }
        state.reads -= 1
        guard state.reads == 0 else { return [] }
        return state.held.take() ?? []
      }
      for value in values { yield(value) }
    }

    /// Calls `body` when the subscription ends; at once if it already has.
    func onEnd(_ body: @escaping @Sendable () -> Void) {
      state.withLock { $0.whenEnded.append(body) }
      if notifications.hasEnded { callWhenEnded() }
    }

    func end(throwing error: any Error) {
      notifications.end(throwing: error)
      callWhenEnded()
    }

    private func callWhenEnded() {
      let bodies = state.withLock { exchange(&$0.whenEnded, with: []) }
      for body in bodies { body() }
    }

    /// Reads notifications from BlueZ' socket, one per packet, until it is closed.
    func read(_ descriptor: BusDescriptor, size: Int, on executor: BusExecutor) {
      let flags = fcntl(descriptor.rawValue, F_GETFL)
      _ = fcntl(descriptor.rawValue, F_SETFL, flags | O_NONBLOCK)
      let room = max(size, 517)
      executor.watch(descriptor.rawValue) { [weak self] events in
        var buffer = [UInt8](repeating: 0, count: room)
        // Reads all packets: bluetoothd drops those that do not fit into the socket, which holds 167 to 278 packets.
        while let self, !self.notifications.hasEnded {
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
