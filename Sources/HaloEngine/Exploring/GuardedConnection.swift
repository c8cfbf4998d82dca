public import HaloBluetooth
public import HaloWearables

/// A connection for values that a person types. A refused value is not written, and throws the ``HaloWearables/WriteRefusal`` of
/// ``HaloWearables/DriverRegistry/refusal(of:to:)``.
public struct GuardedConnection: Connection {
  private let base: any Connection
  private let registry: DriverRegistry

  /// Wraps `base`, and checks values with all drivers of `registry`, whichever device it is.
  public init(_ base: any Connection, _ registry: DriverRegistry) {
    self.base = base
    self.registry = registry
  }

  public var device: DeviceID { base.device }
  public var label: String { base.label }

  public func services() async throws -> [Service] { try await base.services() }

  public func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    try await base.read(characteristic)
  }

  public func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    if let refusal = registry.refusal(of: value, to: characteristic) { throw refusal }
    try await base.write(value, to: characteristic, withResponse: withResponse)
  }

  public func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try await base.read(descriptor: descriptor, of: characteristic)
  }

  public func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    if let refusal = registry.refusal(of: value, to: characteristic) { throw refusal }
    try await base.write(value, toDescriptor: descriptor, of: characteristic)
  }

  public func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    try await base.notifications(of: characteristic)
  }

  public func maximumWriteLength(withResponse: Bool) async -> Int {
    await base.maximumWriteLength(withResponse: withResponse)
  }

  public func readRSSI() async throws -> Int { try await base.readRSSI() }

  @discardableResult public func bond() async throws -> Bool { try await base.bond() }

  public func waitForLoss() async -> BluetoothError.Reason? { await base.waitForLoss() }

  public func acceptBonds() async { await base.acceptBonds() }
}
