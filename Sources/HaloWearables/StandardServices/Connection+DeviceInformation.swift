extension Connection {
  /// Reads a characteristic that may not be readable.
  ///
  /// - Returns: The value; `nil` if the characteristic is not readable, or the device answers with an ATT error.
  /// - Throws: `BluetoothError` if the link fails.
  public func optionalValue(of characteristic: Characteristic) async throws -> ReceivedValue? {
    guard characteristic.properties.contains(.read) else { return nil }
    do { return try await read(characteristic) } catch let error as BluetoothError {
      if case .attribute = error.reason { return nil }
      throw error
    }
  }

  /// Reads a characteristic that may be missing.
  ///
  /// - Returns: The value; `nil` if `services` do not have the characteristic, or it is not readable.
  /// - Throws: `BluetoothError` if the link fails.
  public func optionalValue(of uuid: BluetoothUUID, in services: [Service]) async throws -> ReceivedValue? {
    guard let characteristic = services.characteristic(uuid) else { return nil }
    return try await optionalValue(of: characteristic)
  }

  /// Reads a text of the Device Information service, up to its first zero byte.
  ///
  /// - Returns: The text; `nil` if it is empty or the device does not have it.
  /// - Throws: `BluetoothError` if the link fails.
  public func text(_ field: DeviceInformation.Field, in services: [Service]) async throws -> String? {
    guard let value = try await optionalValue(of: field.characteristic, in: services) else { return nil }
    let text = DeviceInformation(field, value: value.bytes).text.prefix { $0 != "\0" }
    return text.isEmpty ? nil : String(text)
  }
}
