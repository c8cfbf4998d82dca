public import HaloBluetooth
public import HaloWearables

/// A connection that checks values typed by a person. A refused value is not written; ``HaloWearables/WriteRefusal`` of
/// ``HaloWearables/DriverRegistry/refusal(of:to:)`` is thrown.
public struct GuardedConnection: Connection {
  private let base: any Connection
  private let registry: DriverRegistry
  private let insists: @Sendable (WriteRefusal) async throws -> Bool

  /// Wraps `base`. Values are checked by all drivers of `registry`, for any device. `insists` decides whether a value
  /// with an unknown effect is written.
  public init(
    _ base: any Connection, _ registry: DriverRegistry,
    insists: @escaping @Sendable (WriteRefusal) async throws -> Bool = { _ in false }
  ) {
    self.base = base
    self.registry = registry
    self.insists = insists
  }

  private func check(_ value: [UInt8], _ characteristic: Characteristic) async throws {
    guard let refusal = registry.refusal(of: value, to: characteristic) else { return }
    guard refusal.isUnknown, try await insists(refusal) else { throw refusal }
  }

  /// The identifier of the device.
  public var device: DeviceID { base.device }
  /// The name of the device in messages.
  public var label: String { base.label }

  /// Discovers the services.
  public func services() async throws -> [Service] { try await base.services() }

  /// Reads a characteristic.
  public func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    try await base.read(characteristic)
  }

  /// Writes a value, unless it is refused.
  public func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    try await check(value, characteristic)
    try await base.write(value, to: characteristic, withResponse: withResponse)
  }

  /// Reads a descriptor.
  public func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try await base.read(descriptor: descriptor, of: characteristic)
  }

  /// Writes a descriptor, unless the value is refused for its characteristic.
  public func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    try await check(value, characteristic)
    try await base.write(value, toDescriptor: descriptor, of: characteristic)
  }

  /// Subscribes to notifications.
  public func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    try await base.notifications(of: characteristic)
  }

  /// The largest value of a single write, in bytes.
  public func maximumWriteLength(withResponse: Bool) async -> Int {
    await base.maximumWriteLength(withResponse: withResponse)
  }

  /// Reads the signal strength, in dBm.
  public func readRSSI() async throws -> Int { try await base.readRSSI() }

  /// Bonds with the device.
  @discardableResult public func bond() async throws -> Bool { try await base.bond() }

  /// Waits for the loss of the connection and returns the reason.
  public func waitForLoss() async -> BluetoothError.Reason? { await base.waitForLoss() }

  /// Accepts bonding requests of the device.
  public func acceptBonds() async { await base.acceptBonds() }
}
