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
    try await link.bonding.run(.read, characteristic.uuid, over: self) {
      try await exchange(.read, characteristic.uuid)
      try await checkEncryption(.read, characteristic)
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
    try await link.bonding.run(.write, characteristic.uuid, over: self) {
      let arrives = try await link.transmit(.toPeripheral, kind, .write, characteristic.uuid)
      if withResponse { try await checkEncryption(.write, characteristic) }
      if arrives { await link.deliver(value, to: characteristic.uuid) }
      if withResponse { _ = try await link.transmit(.toCentral, .response, .write, characteristic.uuid) }
    }
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
    try await link.bonding.run(.subscribe, characteristic.uuid, over: self) {
      _ = try await link.transmit(.toPeripheral, .request, .subscribe, characteristic.uuid)
      try await checkEncryption(.subscribe, characteristic)
    }
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
    let answer = PairingQuestion.answer
    let passkey = peripheral.profile.passkey == nil ? nil : await answer?(.passkey(device: label))
    guard peripheral.profile.acceptsBonding, passkey == peripheral.profile.passkey else {
      throw BluetoothError(.bond, device: label, .bondRefused)
    }
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

  /// Throws the device's answer if the characteristic requires a bond that the link lacks.
  private func checkEncryption(_ operation: BluetoothError.Operation, _ characteristic: Characteristic) async throws {
    guard peripheral.profile.encrypted.contains(characteristic.uuid), await !link.isBonded else { return }
    throw BluetoothError(operation, device: label, attribute: characteristic.uuid, .attribute(code: 0x0F))
  }

  /// Transmits a request and its response.
  private func exchange(_ operation: BluetoothError.Operation, _ attribute: BluetoothUUID? = nil) async throws {
    _ = try await link.transmit(.toPeripheral, .request, operation, attribute)
    _ = try await link.transmit(.toCentral, .response, operation, attribute)
  }
}
