/// A radio in the peripheral role: it is the device that others look for and connect to.
public protocol Peripheral: Sendable {
  /// Advertises `device` and serves it to whoever connects, calls `body`, and ends both: when it returns, when it throws, and when the
  /// task is cancelled.
  ///
  /// Where the radio cannot be used any more, `body` is cancelled.
  ///
  /// - Parameters:
  ///   - device: What it is.
  ///   - handler: What answers reads and takes writes.
  /// - Throws: A ``BluetoothError`` where the radio cannot be used, or does not take the device, and whatever `body` throws.
  func serve<Result: Sendable>(
    _ device: ServedDevice, with handler: any AttributeHandler,
    _ body: @escaping @Sendable (any PeripheralSession) async throws -> Result
  ) async throws -> Result
}

/// A device while it is served.
public protocol PeripheralSession: Sendable {
  /// What centrals do, from the beginning on. To be iterated once; it ends with the session.
  var events: AsyncStream<PeripheralEvent> { get }

  /// Sends a value to every central that has subscribed to a characteristic; each gets as much of it as its link takes.
  ///
  /// - Returns: Whether anybody has subscribed.
  /// - Throws: A ``BluetoothError`` where the device has no such characteristic, or it does not notify.
  @discardableResult
  func notify(_ value: [UInt8], on characteristic: Characteristic) async throws -> Bool
}

extension PeripheralSession {
  /// Calls `body`, and cancels it where `loss` tells that the radio is lost; what `body` makes of a cancellation counts.
  package func run<Result: Sendable>(
    _ body: @escaping @Sendable (any PeripheralSession) async throws -> Result,
    untilLost loss: @escaping @Sendable () async -> BluetoothError?
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body(self) }
      group.addTask {
        if let error = await loss() { throw error }
        return nil
      }
      defer { group.cancelAll() }
      // A wait that was cancelled says nothing.
      while let ended = try await group.next() {
        if let result = ended { return result }
      }
      throw CancellationError()
    }
  }
}

/// Something that happened to a device that is served.
public enum PeripheralEvent: Hashable, Sendable {
  /// A central has connected. Systems do not say which side made a link, so this may also be a device that this radio connected to.
  case connected(DeviceID)
  /// A central is gone.
  case disconnected(DeviceID)
  /// A characteristic has got its first subscriber.
  case subscribed(Characteristic)
  /// A characteristic has lost its last subscriber.
  case unsubscribed(Characteristic)
}
