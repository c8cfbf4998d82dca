/// A connection that checks values typed by a person. A refused value is not written; ``HaloWearables/WriteRefusal`` of
/// ``HaloWearables/DriverRegistry/refusal(of:to:)`` is thrown.
public struct GuardedConnection: ForwardingConnection {
  /// The connection that the values are written to.
  public let base: any Connection
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

  /// Writes a value, unless it is refused.
  public func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    try await check(value, characteristic)
    try await base.write(value, to: characteristic, withResponse: withResponse)
  }

  /// Writes a descriptor, unless the value is refused for its characteristic.
  public func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    try await check(value, characteristic)
    try await base.write(value, toDescriptor: descriptor, of: characteristic)
  }
}
