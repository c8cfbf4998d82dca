extension Connection {
  /// Reads the identity in the Device Information service. `location` is the id of a place on the body.
  ///
  /// - Throws: `BluetoothError` if the link fails.
  public func identity(
    in services: [Service], location: String? = nil, capabilities: [Phrase]
  ) async throws -> DeviceIdentity {
    DeviceIdentity(
      manufacturer: try await text(.manufacturerName, in: services), model: try await text(.modelNumber, in: services),
      location: location, hardware: try await text(.hardwareRevision, in: services),
      firmware: try await text(.firmwareRevision, in: services), capabilities: capabilities, wantsBond: nil)
  }

  /// Reads the charge in the Battery service, which does not report whether the device is charging.
  ///
  /// - Throws: ``ConfigurableError/unsupported(device:what:)`` if the device does not report its charge.
  public func battery(in services: [Service]) async throws -> BatteryState {
    guard let value = try await optionalValue(of: HeartRateService.GATT.batteryLevel, in: services),
      let level = BatteryLevel(value: value.bytes)
    else { throw ConfigurableError.unsupported(device: label, what: Phrase("battery")) }
    return BatteryState(percent: level.percent, isCharging: false)
  }
}
