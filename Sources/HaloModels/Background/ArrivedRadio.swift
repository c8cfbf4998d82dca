import HaloBluetooth
import Synchronization

/// A radio on which a link with one device has come about already: who connects to that device first is given it. Where it breaks, the
/// device is connected to anew.
struct ArrivedRadio: Central {
  private let radio: any Central
  private let link: any Connection
  private let used = Used()

  init(_ radio: any Central, link: any Connection) {
    self.radio = radio
    self.link = link
  }

  var state: RadioState { get async { await radio.state } }
  func states() async -> AsyncStream<RadioState> { await radio.states() }
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> { radio.scan(filter) }

  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    if device == link.device, used.take() { return try await body(link) }
    return try await radio.withConnection(to: device, label: label, timeout: timeout, body)
  }

  /// Whether somebody was given the link.
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
