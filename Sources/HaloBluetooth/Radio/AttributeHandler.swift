/// What answers the centrals of a device that is served; see ``Peripheral``.
///
/// It is asked one thing at a time, in the order in which centrals sent it, so that a write is taken before the read after it. A central
/// waits 30 seconds for an answer at most, and the others wait as well.
public protocol AttributeHandler: Sendable {
  /// The value of a characteristic, at most 512 bytes.
  func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8]

  /// The value of a descriptor. Where there are none it need not be answered.
  func read(
    descriptor: BluetoothUUID, of characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) -> [UInt8]

  /// Takes what a central wrote. What is thrown reaches the central where it wrote with response to a
  /// characteristic that takes nothing else.
  func write(
    _ value: [UInt8], to characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError)
}

extension AttributeHandler {
  public func read(
    descriptor: BluetoothUUID, of characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }

  public func write(
    _ value: [UInt8], to characteristic: Characteristic, by central: DeviceID
  ) async throws(AttributeError) {
    throw AttributeError(code: 0x03)
  }
}
