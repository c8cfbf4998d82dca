/// A connection that forwards to another one what it does not do itself.
public protocol ForwardingConnection: Connection {
  /// The other connection.
  var base: any Connection { get }
}

extension ForwardingConnection {
  /// The device of the other connection.
  public var device: DeviceID { base.device }

  /// The label of the other connection.
  public var label: String { base.label }

  /// Discovers the services.
  public func services() async throws -> [Service] { try await base.services() }

  /// Reads a characteristic.
  public func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    try await base.read(characteristic)
  }

  /// Reads a descriptor.
  public func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try await base.read(descriptor: descriptor, of: characteristic)
  }

  /// Writes a descriptor.
  public func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws { try await base.write(value, toDescriptor: descriptor, of: characteristic) }

  /// Subscribes to a characteristic.
  public func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> { try await base.notifications(of: characteristic) }

  /// Returns the longest value of one write, in bytes.
  public func maximumWriteLength(withResponse: Bool) async -> Int {
    await base.maximumWriteLength(withResponse: withResponse)
  }

  /// Returns the signal strength in dBm.
  public func readRSSI() async throws -> Int { try await base.readRSSI() }

  /// Bonds with the device. Returns true if there was no bond before.
  @discardableResult public func bond() async throws -> Bool { try await base.bond() }

  /// Waits until the other connection is lost and returns the reason.
  public func waitForLoss() async -> BluetoothError.Reason? { await base.waitForLoss() }
}
