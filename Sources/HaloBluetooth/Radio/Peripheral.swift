/// A radio in the peripheral role, which other devices find and connect to.
public protocol Peripheral: Sendable {
  /// Advertises and serves `device`, calls `body`, and ends both when `body` returns or throws, or when the task is
  /// canceled.
  ///
  /// `body` is canceled if the radio can no longer be used.
  ///
  /// - Parameters:
  ///   - device: The device to serve.
  ///   - handler: Answers reads and takes writes.
  ///   - body: Runs while the device is served.
  /// - Throws: A ``BluetoothError`` if the radio cannot be used or refuses the device, and any error of `body`.
  func serve<Result: Sendable>(
    _ device: ServedDevice, with handler: any AttributeHandler,
    _ body: @escaping @Sendable (any PeripheralSession) async throws -> Result
  ) async throws -> Result
}

/// A device that is being served.
public protocol PeripheralSession: Sendable {
  /// The actions of centrals, from the start of the session. Iterate it only once; it ends with the session.
  var events: AsyncStream<PeripheralEvent> { get }

  /// Sends a value to every central that subscribed to a characteristic, truncated to the MTU of each link.
  ///
  /// - Returns: True if there is a subscriber.
  /// - Throws: A ``BluetoothError`` if the device has no such characteristic, or if the characteristic does not notify.
  @discardableResult
  func notify(_ value: [UInt8], on characteristic: Characteristic) async throws -> Bool
}

extension PeripheralSession {
  /// Calls `body`. If `loss` returns an error, cancels `body` and throws that error. If the calling task is canceled, the
  /// result of `body` counts.
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
      // A canceled wait returns nil and must not end the session.
      for try await case let result? in group { return result }
      throw CancellationError()
    }
  }
}

/// An event on a served device.
public enum PeripheralEvent: Hashable, Sendable {
  /// A central connected. Systems do not report which side started a link, so the device may also be a peripheral that
  /// this radio connected to.
  case connected(DeviceID)
  /// A central disconnected.
  case disconnected(DeviceID)
  /// A characteristic got its first subscriber.
  case subscribed(Characteristic)
  /// A characteristic lost its last subscriber.
  case unsubscribed(Characteristic)
}
