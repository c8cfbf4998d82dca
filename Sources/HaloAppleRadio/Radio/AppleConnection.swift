/// A connection over one link.
struct AppleConnection: Connection {
  let radio: AppleRadio
  /// The number of the link, also after its end.
  let number: Int
  let device: DeviceID
  let label: String

  private var rules: ConnectionRules { ConnectionRules(label: label) }

  func services() async throws -> [Service] { try await radio.services(over: self) }

  func read(_ characteristic: Characteristic) async throws -> ReceivedValue {
    try rules.checkRead(characteristic)
    return ReceivedValue(try await radio.value(.read(characteristic), over: self))
  }

  func write(_ value: [UInt8], to characteristic: Characteristic, withResponse: Bool) async throws {
    try rules.checkWrite(
      characteristic, withResponse: withResponse, count: value.count,
      maximum: await maximumWriteLength(withResponse: withResponse))
    _ = try await radio.ask(.write(characteristic, value, withResponse: withResponse), over: self)
  }

  func read(descriptor: BluetoothUUID, of characteristic: Characteristic) async throws -> [UInt8] {
    try rules.check(descriptor: descriptor, of: characteristic, .read)
    return try await radio.value(.readDescriptor(descriptor, characteristic), over: self)
  }

  func write(
    _ value: [UInt8], toDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws {
    try rules.check(descriptor: descriptor, of: characteristic, .write)
    _ = try await radio.ask(.writeDescriptor(descriptor, characteristic, value), over: self)
  }

  func notifications(
    of characteristic: Characteristic
  ) async throws -> AsyncThrowingStream<ReceivedValue, any Error> {
    try rules.checkSubscribe(characteristic)
    return try await radio.notifications(of: characteristic, over: self)
  }

  func maximumWriteLength(withResponse: Bool) async -> Int {
    await radio.maximumWriteLength(withResponse: withResponse, over: self)
  }

  func readRSSI() async throws -> Int {
    guard case .strength(let strength) = try await radio.ask(.readRSSI, over: self),
      let known = Advertisement.knownRSSI(strength)
    else { throw BluetoothError(.readRSSI, device: label, .attribute(code: 0x06)) }
    return known
  }

  /// Does nothing and returns false. Core Bluetooth has no call for bonding: the system pairs by itself, and asks the
  /// user, when an operation requires an encrypted link. It never reports whether there is a bond. If the user refuses,
  /// that operation throws.
  func bond() async throws -> Bool {
    try await radio.check(.bond, over: self)
    return false
  }

  func waitForLoss() async -> BluetoothError.Reason? { await radio.waitForLoss(over: self) }
}
