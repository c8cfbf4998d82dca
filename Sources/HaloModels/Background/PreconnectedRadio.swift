import Synchronization

/// A radio with an existing connection to one device, which is handed to the first caller that connects to it. After a
/// link loss the device is connected to again.
struct PreconnectedRadio: Central {
  let radio: any Central
  let link: any Connection
  private let used = Used()

  var state: RadioState { get async { await radio.state } }
  func states() async -> AsyncStream<RadioState> { await radio.states() }
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> { radio.scan(filter) }

  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    if device == link.device, used.take() { return try await body(link) }
    return try await radio.withConnection(to: device, label: label, timeout: timeout, body)
  }

  /// Ensures that the connection is handed out only once.
  private final class Used: Sendable {
    private let isUsed = Mutex(false)

    func take() -> Bool {
      isUsed.withLock { used in
        defer { used = true }
        return !used
      }
    }
  }
}
