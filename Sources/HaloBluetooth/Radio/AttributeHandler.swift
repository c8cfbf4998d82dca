/// Answers the centrals of a served device; see ``Peripheral``.
///
/// Requests arrive one at a time, in the order in which centrals sent them, so that a write takes effect before a later
/// read. A central waits up to 30 seconds for an answer, and the other centrals wait as well.
public protocol AttributeHandler: Sendable {
  /// Returns the value of a characteristic, at most 512 bytes.
  func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8]

  /// Returns the value of a descriptor. By default, throws "read not permitted" (0x02); devices without descriptors
  /// need no implementation.
  func read(
    descriptor: BluetoothUUID, of characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) -> [UInt8]

  /// Takes a value that a central wrote. A thrown error reaches the central only if it wrote with response, to a
  /// characteristic that allows no other writes.
  func write(
    _ value: [UInt8], to characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError)
}

extension AttributeHandler {
  /// Throws "read not permitted" (0x02).
  public func read(
    descriptor: BluetoothUUID, of characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }

  /// Throws "write not permitted" (0x03).
  public func write(
    _ value: [UInt8], to characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) {
    throw AttributeError(code: 0x03)
  }
}
