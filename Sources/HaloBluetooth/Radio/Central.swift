/// A radio in the central role: it looks for devices and connects to them.
public protocol Central: Sendable {
  /// Whether the radio can be used now.
  var state: RadioState { get async }

  /// The state now and whenever it changes. Each caller has a sequence of its own.
  func states() async -> AsyncStream<RadioState>

  /// Looks for devices for as long as the sequence is iterated; each advertisement that passes the filter, nothing dropped.
  ///
  /// Advertisements come as the radio hears them: a later one of the same device may lack what an earlier one had. A radio whose
  /// state is `unknown` or `resetting` is waited for, a few seconds at most. The sequence throws a ``BluetoothError`` where the
  /// radio cannot be used.
  func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error>

  /// Connects, calls `body`, and disconnects: when it returns, when it throws, and when the task is cancelled.
  ///
  /// - Parameters:
  ///   - device: A device that a scan has seen.
  ///   - label: What to call it in errors.
  ///   - timeout: How long the device may take to answer.
  /// - Throws: A ``BluetoothError`` where no link comes about, and whatever `body` throws.
  func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result
}

extension Central {
  /// Connects to a device that was seen; see ``withConnection(to:label:timeout:_:)``.
  public func withConnection<Result: Sendable>(
    to advertisement: Advertisement, timeout: Duration = .seconds(10),
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await withConnection(to: advertisement.device, label: advertisement.label, timeout: timeout, body)
  }
}
