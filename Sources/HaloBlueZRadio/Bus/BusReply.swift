#if BlueZ && os(Linux)
  import Synchronization

  /// The answer to a call that is served here. The first that is sent counts.
  final class BusReply: Sendable {
    private let connection: BusConnection
    /// Where the call is; zero once it was answered. A number, because pointers are not handed from one thread to another.
    private let request: Mutex<UInt>

    init(_ connection: BusConnection, _ request: UInt) {
      self.connection = connection
      self.request = Mutex(request)
    }

    deinit { finish(nil) }

    /// Answers. Between what was emitted before and what is emitted after it.
    func send(_ values: [BusValue] = []) { finish(.success(values)) }

    /// Answers with an error.
    func fail(_ error: BusError) { finish(.failure(error)) }

    private func finish(_ result: Result<[BusValue], BusError>?) {
      let address = request.withLock { request in
        defer { request = 0 }
        return request
      }
      guard address != 0 else { return }
      connection.executor.perform { [connection] in
        connection.assumeIsolated { $0.answer(address, result) }
      }
    }
  }
#endif
