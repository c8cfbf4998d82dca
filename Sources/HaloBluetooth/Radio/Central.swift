/// A radio in the central role, which scans for devices and connects to them.
public protocol Central: Sendable {
  /// The radio's current state.
  var state: RadioState { get async }

  /// Returns the current state and each later one. Each caller gets its own sequence.
  func states() async -> AsyncStream<RadioState>

  /// Scans for as long as the sequence is iterated. Every advertisement that passes the filter is delivered; none is
  /// dropped.
  ///
  /// Advertisements arrive as the radio receives them: a later one of the same device may lack fields that an earlier
  /// one had. If the state is `unknown` or `resetting`, the scan waits up to a few seconds for the radio. The sequence
  /// throws a ``BluetoothError`` if the radio cannot be used.
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error>

  /// Connects, calls `body`, and disconnects when `body` returns or throws, or when the task is canceled.
  ///
  /// - Parameters:
  ///   - device: A device that a scan has found.
  ///   - label: The device's name in errors.
  ///   - timeout: The longest time that connecting may take.
  ///   - body: Uses the connection, which is closed when it returns or throws.
  /// - Throws: A ``BluetoothError`` if connecting fails, and any error of `body`.
  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result
}

extension Central {
  /// Connects to a device that a scan has found; see ``withConnection(to:label:timeout:_:)``.
  public func withConnection<Result: Sendable>(
    to advertisement: Advertisement, timeout: Duration = .seconds(10),
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await withConnection(to: advertisement.device, label: advertisement.label, timeout: timeout, body)
  }
}
