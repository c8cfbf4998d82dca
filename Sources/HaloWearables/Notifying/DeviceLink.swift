/// The link of a driver to its device.
public struct DeviceLink: Sendable {
  public let connection: any Connection
  /// The clocks of the session.
  public let environment: DriverEnvironment
  /// The device's services.
  public let services: [Service]

  /// Writes a characteristic: with confirmation if it allows that.
  ///
  /// - Throws: ``ConfigurableError`` if the device does not have the characteristic, and `BluetoothError` if the link fails.
  public func write(_ value: [UInt8], to uuid: BluetoothUUID) async throws {
    guard let characteristic = services.characteristic(uuid) else {
      throw ConfigurableError.unsupported(device: connection.label, what: Phrase(verbatim: "\(uuid)"))
    }
    try await connection.write(value, to: characteristic, withResponse: characteristic.properties.contains(.write))
  }
}
