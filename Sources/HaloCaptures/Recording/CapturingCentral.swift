/// A radio that records the traffic of its links to a capture, for Wireshark and `halo capture`.
public struct CapturingCentral: Central {
  private let base: any Central
  private let writer: CaptureWriter

  /// Creates a radio that records the traffic of `base` with `writer`.
  public init(_ base: any Central, _ writer: CaptureWriter) {
    self.base = base
    self.writer = writer
  }

  /// The state of the underlying radio.
  public var state: RadioState { get async { await base.state } }

  /// The states of the underlying radio.
  public func states() async -> AsyncStream<RadioState> { await base.states() }

  /// Scans with the underlying radio and remembers the advertisements.
  public func scan(_ filter: ScanFilter) -> AsyncThrowingStream<Advertisement, any Error> {
    AsyncThrowingStream(base.scan(filter)) { [writer] advertisement in
      writer.remember(advertisement)
      return [advertisement]
    }
  }

  /// Connects with the underlying radio and records the link until `body` ends.
  public func withConnection<Result: Sendable>(
    to device: DeviceID, label: String, timeout: Duration,
    _ body: (any Connection) async throws -> Result
  ) async throws -> Result {
    try await base.withConnection(to: device, label: label, timeout: timeout) { connection in
      let link = try CapturedLink(writer, device)
      do {
        let result = try await TaskScope.with { scope in
          try await body(CapturingConnection(base: connection, link: link, scope: scope))
        }
        try link.end(byDevice: link.isLost)
        return result
      } catch {
        // The device's error takes precedence over a failure to record it.
        try? link.end(byDevice: link.isLost || (error as? BluetoothError)?.reason == .disconnected)
        throw error
      }
    }
  }
}

/// A connection whose traffic is recorded, but for bonds: keys are exchanged by another protocol (SMP).
private struct CapturingConnection: ForwardingConnection {
  let base: any Connection
  let link: CapturedLink
  let scope: TaskScope

  func services() async throws -> [Service] {
    let services = try await base.services()
    try link.discovered(services, mtu: await base.maximumWriteLength(withResponse: false) + 3)
    return services
  }

  func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    try await link.exchange([0x0A] + link.handle(of: characteristic)) {
      let value = try await base.read(characteristic)
      return (value, [0x0B] + value.bytes)
    }
  }

  func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    let packet = link.handle(of: characteristic) + value
    guard withResponse else {
      try link.send([0x52] + packet)
      return try await base.write(value, to: characteristic, withResponse: false)
    }
    try await link.exchange([0x12] + packet) {
      try await base.write(value, to: characteristic, withResponse: true)
      return ((), [0x13])
    }
  }

  func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try await link.exchange([0x0A] + link.handle(of: descriptor, of: characteristic)) {
      let value = try await base.read(descriptor: descriptor, of: characteristic)
      return (value, [0x0B] + value)
    }
  }

  func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    try await link.exchange([0x12] + link.handle(of: descriptor, of: characteristic) + value) {
      try await base.write(value, toDescriptor: descriptor, of: characteristic)
      return ((), [0x13])
    }
  }

  func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    guard link.subscribe(to: characteristic) else { return try await base.notifications(of: characteristic) }
    let kind: UInt8 = characteristic.properties.contains(.notify) ? 1 : 2
    let values: AsyncThrowingStream<ReceivedValue, any Error>
    do {
      values = try await link.exchange([0x12] + link.handle(of: .clientConfiguration, of: characteristic) + [kind, 0]) {
        (try await base.notifications(of: characteristic), [0x13])
      }
    } catch {
      link.unsubscribe(from: characteristic)
      throw error
    }
    let (stream, continuation) = AsyncThrowingStream<ReceivedValue, any Error>.makeStream()
    scope.start {
      do {
        for try await value in values {
          try link.receive(value.bytes, characteristic)
          continuation.yield(value)
        }
        continuation.finish()
      } catch {
        if (error as? BluetoothError)?.reason == .disconnected { link.noteLoss() }
        continuation.finish(throwing: error)
      }
    }
    return stream
  }
}
