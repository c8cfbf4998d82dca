import HaloBluetooth

/// The radio of a machine without Bluetooth.
struct MissingCentral: Central {
  var state: RadioState { get async { .unsupported } }

  func states() async -> AsyncStream<RadioState> {
    let (stream, continuation) = AsyncStream<RadioState>.makeStream()
    continuation.yield(.unsupported)
    return stream
  }

  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> {
    AsyncThrowingStream { throw BluetoothError(.scan, device: nil, .radio(.unsupported)) }
  }

  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration, _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    throw BluetoothError(.connect, device: label, .radio(.unsupported))
  }
}
