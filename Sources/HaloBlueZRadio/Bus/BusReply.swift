#if BlueZ && os(Linux)
  import Synchronization

  /// The reply to a served call. Only the first reply is sent.
  final class BusReply: Sendable {
    private let connection: BusConnection
    /// The address of the call message; zero once answered. An integer, because pointers are not Sendable.
    private let request: Mutex<UInt>

    init(_ connection: BusConnection, _ request: UInt) {
      self.connection = connection
      self.request = Mutex(request)
    }

    deinit { finish(nil) }

    /// Sends a reply, in order with the signals emitted before and after it.
    func send(_ values: [BusValue] = []) { finish(.success(values)) }

    /// Sends an error.
    func fail(_ error: BusError) { finish(.failure(error)) }

    private func finish(_ result: Result<[BusValue], BusError>?) {
      let address = request.withLock { exchange(&$0, with: 0) }
      guard address != 0 else { return }
      connection.executor.perform { [connection] in
        connection.assumeIsolated { $0.answer(address, result) }
      }
    }
  }
#endif
