public import HaloAppleRadio

/// A radio that waits for a device without a timeout, even while the app is suspended or was ended by the system.
public protocol WaitingCentral: Central {
  /// Connects to the system's Bluetooth, so that the connections and requests arrive that the system kept while the app
  /// was not running.
  func start() async

  /// Returns once the system has a request to connect to each of the devices, so that the app may be suspended, or after
  /// some seconds.
  func waitUntilRequested(_ devices: [DeviceID]) async

  /// Connects as soon as the device is in range, but not before `delay` has passed, calls `body`, and disconnects.
  /// Cancel the task to stop waiting.
  func withConnection<Result: Sendable>(
    waitingFor device: DeviceID, label: String, after delay: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result

  /// Releases the system's Bluetooth until the next use, so that the system can show its picker.
  func release() async
}

extension AppleRadio: WaitingCentral {}
