import HaloBluetooth

/// A link in the air as the central sees it.
struct SimulatedConnection: Connection {
  let peripheral: any VirtualPeripheral
  let label: String
  let settings: LinkSettings
  let link: SimulatedLink
  let air: Air

  var device: DeviceID { peripheral.profile.device }
  private var rules: ConnectionRules { ConnectionRules(label: label) }

  func services() async throws -> [Service] {
    // One exchange a service for its characteristics, one for its descriptors, one for the list of services.
    for _ in 0..<(2 * peripheral.profile.services.count + 1) { try await exchange(.discover) }
    return peripheral.profile.services
  }

  func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    try rules.checkRead(characteristic)
    try await exchange(.read, characteristic.uuid)
    do {
      return ReceivedValue(try await peripheral.value(of: characteristic))
    } catch {
      throw BluetoothError(.read, device: label, attribute: characteristic.uuid, .attribute(code: error.code))
    }
  }

  func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    try rules.checkWrite(
      characteristic, withResponse: withResponse, count: value.count,
      maximum: await maximumWriteLength(withResponse: withResponse))
    try await transmit(.toPeripheral, .write, characteristic.uuid)
    await link.deliver(value, to: characteristic.uuid)
    if withResponse { try await transmit(.toCentral, .write, characteristic.uuid) }
  }

  func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try rules.check(descriptor: descriptor, of: characteristic, .read)
    try await exchange(.read, descriptor)
    return [0, 0]
  }

  func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    try rules.check(descriptor: descriptor, of: characteristic, .write)
    try await exchange(.write, descriptor)
  }

  func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    try rules.checkSubscribe(characteristic)
    try await transmit(.toPeripheral, .subscribe, characteristic.uuid)
    // From here on the device knows, and what it sends may arrive before its confirmation.
    let values = await link.subscribe(to: characteristic.uuid)
    try await transmit(.toCentral, .subscribe, characteristic.uuid)
    return values
  }

  func maximumWriteLength(withResponse: Bool) async -> Int { settings.mtu - 3 }

  func readRSSI() async throws -> Int {
    guard let rssi = await air.rssi(of: device) else {
      throw BluetoothError(.readRSSI, device: label, .disconnected)
    }
    return rssi
  }

  /// A request and its response.
  private func exchange(_ operation: BluetoothError.Operation, _ attribute: BluetoothUUID? = nil) async throws {
    try await transmit(.toPeripheral, operation, attribute)
    try await transmit(.toCentral, operation, attribute)
  }

  private func transmit(
    _ direction: SimulatedLink.Direction, _ operation: BluetoothError.Operation, _ attribute: BluetoothUUID?
  ) async throws {
    guard await link.isOpen else {
      throw BluetoothError(operation, device: label, attribute: attribute, .disconnected)
    }
    try await link.transmit(direction)
  }
}
