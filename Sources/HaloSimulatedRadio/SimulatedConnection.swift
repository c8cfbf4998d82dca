import HaloBluetooth

/// The central's side of a simulated link.
struct SimulatedConnection: Connection {
  let peripheral: any VirtualPeripheral
  let label: String
  let settings: LinkSettings
  let link: SimulatedLink
  let medium: SimulatedMedium

  var device: DeviceID { peripheral.profile.device }
  private var rules: ConnectionRules { ConnectionRules(label: label) }

  func services() async throws -> [Service] {
    // One exchange for the list of services, and for each service one for its characteristics and one for its
    // descriptors.
    for _ in 0..<(2 * peripheral.profile.services.count + 1) { try await exchange(.discover) }
    return peripheral.profile.services
  }

  func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    try rules.checkRead(characteristic)
    try await exchange(.read, characteristic.uuid)
    if peripheral.profile.encrypted.contains(characteristic.uuid), await !link.isBonded {
      throw BluetoothError(.read, device: label, attribute: characteristic.uuid, .attribute(code: 0x0F))
    }
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
    medium.noteWrite(value, characteristic)
    let kind: PacketKind = withResponse ? .request : .command
    let arrives = try await link.transmit(.toPeripheral, kind, .write, characteristic.uuid)
    if arrives { await link.deliver(value, to: characteristic.uuid) }
    if withResponse { _ = try await link.transmit(.toCentral, .response, .write, characteristic.uuid) }
  }

  func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try rules.check(descriptor: descriptor, of: characteristic, .read)
    try await exchange(.read, descriptor)
    do {
      return try await peripheral.value(ofDescriptor: descriptor, of: characteristic)
    } catch {
      throw BluetoothError(.read, device: label, attribute: descriptor, .attribute(code: error.code))
    }
  }

  func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    try rules.check(descriptor: descriptor, of: characteristic, .write)
    medium.noteWrite(value, characteristic)
    try await exchange(.write, descriptor)
  }

  func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    try rules.checkSubscribe(characteristic)
    _ = try await link.transmit(.toPeripheral, .request, .subscribe, characteristic.uuid)
    // From here on the device is subscribed, and its values may arrive before the confirmation.
    let values = await link.subscribe(to: characteristic.uuid)
    _ = try await link.transmit(.toCentral, .response, .subscribe, characteristic.uuid)
    return values
  }

  func maximumWriteLength(withResponse: Bool) async -> Int { settings.mtu - 3 }

  func readRSSI() async throws -> Int {
    guard let rssi = await medium.rssi(of: device) else {
      throw BluetoothError(.readRSSI, device: label, .disconnected)
    }
    return rssi
  }

  func bond() async throws -> Bool {
    guard await !link.isBonded else { return false }
    // Features, public keys, confirmations, random values and checks are sent both ways, then the keys.
    do {
      for _ in 0..<6 { try await exchange(.bond) }
    } catch let error as BluetoothError {
      guard case .attribute = error.reason else { throw error }
      throw BluetoothError(.bond, device: label, .bondRefused)
    }
    guard peripheral.profile.acceptsBonding else { throw BluetoothError(.bond, device: label, .bondRefused) }
    await medium.noteBond(with: device)
    await link.bond()
    return true
  }

  func waitForLoss() async -> BluetoothError.Reason? {
    let endWait = PendingWaits.begin { [label] in "the loss of the link to \(label)" }
    defer { endWait() }
    for await _ in await link.ending() {}
    return await link.loss
  }

  /// Transmits a request and its response.
  private func exchange(_ operation: BluetoothError.Operation, _ attribute: BluetoothUUID? = nil) async throws {
    _ = try await link.transmit(.toPeripheral, .request, operation, attribute)
    _ = try await link.transmit(.toCentral, .response, operation, attribute)
  }
}
