public import Foundation
import HaloBluetooth

/// A remote device that a central manager found. Retain it while using it: releasing the last reference ends its
/// link.
///
/// Requests run one after the other, in order, and the delegate is called with the results on the manager's queue.
/// Without a link, requests are ignored with a message on standard error. Requests in progress when a link ends are
/// not answered.
open class CBPeripheral: CBPeer {
  private struct Contents {
    weak var delegate: (any CBPeripheralDelegate)?
    weak var manager: CBCentralManager?
    var name: String?
    var state = CBPeripheralState.disconnected
    var link: Link?
    /// The options for connecting after the current link has ended.
    var next: Link.Options?
    /// True if the last link ended and is made again.
    var isReconnecting = false
    /// All services of this link, and the discovered ones.
    var known: [CBService] = []
    var services: [CBService]?
    var maximumLengths = (withResponse: 512, withoutResponse: 20)
    /// The number of writes without response in progress, and whether the next one is accepted.
    var commandCount = 0
    var isReady = false
    /// True if the first write is accepted although `isReady` is false.
    var refusesFirstWrite = false
  }

  let device: DeviceID
  private let contents: LockedValue<Contents>

  init(_ device: DeviceID, identifier: DeviceIdentifier, name: String?, manager: CBCentralManager) {
    self.device = device
    contents = LockedValue(Contents(manager: manager, name: name))
    super.init(identifier: identifier.uuid)
  }

  deinit {
    guard let link = contents.withLock({ $0.link }) else { return }
    if contents.withLock({ $0.manager }) != nil {
      UsageLog.log("the last reference to the peripheral '\(link.label)' was released; its connection is closed.")
    }
    link.cancel(silently: true)
  }

  /// Receives the device's answers and notifications.
  open weak var delegate: (any CBPeripheralDelegate)? {
    get { contents.withLock { $0.delegate } }
    set { contents.withLock { $0.delegate = newValue } }
  }

  /// The device's name, if known.
  open var name: String? { contents.withLock { $0.name } }
  /// The state of the link.
  open var state: CBPeripheralState { contents.withLock { $0.state } }
  /// The services discovered over this link; `nil` before discovery and after the link.
  open var services: [CBService]? { contents.withLock { $0.services } }
  /// True if a write without response is accepted now; otherwise it is dropped. After a dropped write,
  /// `peripheralIsReady(toSendWriteWithoutResponse:)` is called.
  open var canSendWriteWithoutResponse: Bool {
    contents.withLock { $0.state == .connected && $0.isReady }
  }
  /// Always false, because Apple's notification service does not exist here.
  open var ancsAuthorized: Bool { false }

  open override var description: String {
    "<CBPeripheral: identifier = \(identifier), name = \(name ?? "(null)"), state = \(state)>"
  }

  // MARK: Requests

  /// Reads the signal strength. The result is passed to `didReadRSSI`.
  open func readRSSI() {
    request({ _, connection in try await connection.readRSSI() }) { peripheral, result in
      peripheral.delegate?.peripheral(
        peripheral, didReadRSSI: NSNumber(value: result.value ?? Self.unknownRSSI), error: result.error)
    }
  }

  /// Discovers these services, or all if none is given. The result is passed to `didDiscoverServices`.
  open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
    let wanted = RequestedUUIDs(serviceUUIDs)
    request({ link, connection in try await link.services(connection) }) { peripheral, result in
      if let services = result.value { peripheral.show(services, wanted) }
      peripheral.delegate?.peripheral(peripheral, didDiscoverServices: result.error)
    }
  }

  /// Discovers included services. `didDiscoverIncludedServicesFor` reports an empty list.
  open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
    let service = UncheckedBox(service)
    reply(on: service.value) { peripheral in
      service.value.set(includedServices: [])
      peripheral.delegate?.peripheral(peripheral, didDiscoverIncludedServicesFor: service.value, error: nil)
    }
  }

  /// Discovers these characteristics of a service, or all if none is given. The result is passed to
  /// `didDiscoverCharacteristicsFor`.
  open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
    let service = UncheckedBox(service)
    let wanted = RequestedUUIDs(characteristicUUIDs)
    reply(on: service.value) { peripheral in
      service.value.show(wanted)
      peripheral.delegate?.peripheral(peripheral, didDiscoverCharacteristicsFor: service.value, error: nil)
    }
  }

  /// Reads a characteristic. The result is passed to `didUpdateValueFor`.
  open func readValue(for characteristic: CBCharacteristic) {
    let known = characteristic.known
    let characteristic = UncheckedBox(characteristic)
    request(of: .some(characteristic.value.service), { _, connection in try await connection.read(known) }) {
      peripheral, result in
      if let value = result.value { characteristic.value.set(value: Data(value.bytes)) }
      peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic.value, error: result.error)
    }
  }

  /// Returns the longest value that one write can carry, in bytes.
  open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
    contents.withLock { contents in
      type == .withResponse ? contents.maximumLengths.withResponse : contents.maximumLengths.withoutResponse
    }
  }

  /// Writes a characteristic. With response, the result is passed to `didWriteValueFor`.
  ///
  /// A write without response has no result. It is dropped if the characteristic does not allow it, and while
  /// ``canSendWriteWithoutResponse`` is false.
  open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {
    let known = characteristic.known
    let characteristic = UncheckedBox(characteristic)
    let bytes = [UInt8](data)
    guard type == .withResponse else { return command(bytes, known, of: characteristic.value.service) }
    request(of: .some(characteristic.value.service)) { _, connection in
      try await connection.write(bytes, to: known, withResponse: true)
    } report: { peripheral, result in
      peripheral.delegate?.peripheral(peripheral, didWriteValueFor: characteristic.value, error: result.error)
    }
  }

  /// Subscribes to or unsubscribes from a characteristic. The result is passed to `didUpdateNotificationStateFor`.
  open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
    let known = characteristic.known
    let characteristic = UncheckedBox(characteristic)
    perform(on: .some(characteristic.value.service)) { link, connection in
      var result: Result<Void, any Error> = .success(())
      var values: AsyncThrowingStream<ReceivedValue, any Error>? = nil
      if !enabled {
        await link.unsubscribe(from: known)
      } else if !link.isSubscribed(to: known) {
        guard let answer = await link.attempt(connection, { try await connection.notifications(of: known) }) else {
          return
        }
        result = answer.map { _ in }
        values = answer.value
      }
      let outcome = result
      link.callApp { peripheral in
        if outcome.error == nil { characteristic.value.set(isNotifying: enabled) }
        peripheral.delegate?.peripheral(
          peripheral, didUpdateNotificationStateFor: characteristic.value, error: outcome.error)
      }
      guard let values else { return }
      link.subscribe(to: known, values) { [weak link] bytes in
        link?.callApp { peripheral in
          characteristic.value.set(value: Data(bytes))
          peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic.value, error: nil)
        }
      }
    }
  }

  /// Discovers the descriptors of a characteristic. The result is passed to `didDiscoverDescriptorsFor`.
  open func discoverDescriptors(for characteristic: CBCharacteristic) {
    let characteristic = UncheckedBox(characteristic)
    reply(on: .some(characteristic.value.service)) { peripheral in
      characteristic.value.showDescriptors()
      peripheral.delegate?.peripheral(peripheral, didDiscoverDescriptorsFor: characteristic.value, error: nil)
    }
  }

  /// Reads a descriptor. The result is passed to `didUpdateValueFor`.
  open func readValue(for descriptor: CBDescriptor) {
    guard let known = descriptor.characteristic?.known else { return UsageLog.logStale() }
    let uuid = descriptor.uuid.value
    let service = descriptor.characteristic?.service
    let descriptor = UncheckedBox(descriptor)
    request(of: .some(service)) { _, connection in
      try await connection.read(descriptor: uuid, of: known)
    } report: { peripheral, result in
      if let bytes = result.value { descriptor.value.set(bytes: bytes) }
      peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: descriptor.value, error: result.error)
    }
  }

  /// Writes a descriptor. The result is passed to `didWriteValueFor`.
  ///
  /// The client configuration cannot be written directly: use ``setNotifyValue(_:for:)``. Apple's framework raises an
  /// exception that terminates the program; here the error is `CBError.invalidParameters`.
  open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
    guard let known = descriptor.characteristic?.known else { return UsageLog.logStale() }
    let uuid = descriptor.uuid.value
    let service = descriptor.characteristic?.service
    let descriptor = UncheckedBox(descriptor)
    if uuid == .clientConfiguration {
      UsageLog.log(
        "the client configuration of \(known.uuid) cannot be written directly; use setNotifyValue(_:for:).")
    }
    let bytes = [UInt8](data)
    request(of: .some(service)) { _, connection in
      try await connection.write(bytes, toDescriptor: uuid, of: known)
    } report: { peripheral, result in
      peripheral.delegate?.peripheral(peripheral, didWriteValueFor: descriptor.value, error: result.error)
    }
  }

  /// Requests an L2CAP channel. `didOpen` reports that this is not supported.
  open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
    reply { peripheral in
      peripheral.delegate?.peripheral(peripheral, didOpen: nil, error: CBError(.operationNotSupported))
    }
  }

  // MARK: Writes without response

  /// The number of writes accepted before `isReady` becomes false.
  private static let commandLimit = 32

  private func command(_ bytes: [UInt8], _ known: Characteristic, of service: CBService?) {
    guard known.properties.contains(.writeWithoutResponse) else {
      return UsageLog.log(
        "\(known.uuid) of \(link?.label ?? "a device") allows no writes without response; the write was dropped.")
    }
    let isTaken = contents.withLock { contents in
      guard contents.state == .connected, contents.isReady || contents.refusesFirstWrite else {
        return contents.state != .connected
      }
      contents.commandCount += 1
      contents.isReady = !contents.refusesFirstWrite && contents.commandCount < Self.commandLimit
      contents.refusesFirstWrite = false
      return true
    }
    guard isTaken else { return }
    perform(on: service) { link, connection in
      if case .failure(let error) = await link.attempt(
        connection, { try await connection.write(bytes, to: known, withResponse: false) })
      {
        UsageLog.log("a write without response was dropped: \(error.localizedDescription)")
      }
      link.finishCommand()
    }
  }

  /// Records that a write without response was sent. Returns true if the app can send again.
  func finishCommand() -> Bool {
    contents.withLock { contents in
      contents.commandCount = max(0, contents.commandCount - 1)
      guard !contents.isReady, contents.commandCount == 0, contents.state == .connected else { return false }
      contents.isReady = true
      return true
    }
  }

  // MARK: State changes

  private static let unknownRSSI = 127

  var link: Link? { contents.withLock { $0.link } }
  var isReconnecting: Bool { contents.withLock { $0.isReconnecting } }
  var manager: CBCentralManager? { contents.withLock { $0.manager } }

  /// Starts waiting for a link.
  func wait(for link: Link) {
    contents.withLock { contents in
      contents.link = link
      contents.state = .connecting
    }
  }

  /// Marks the link as connected.
  func begin(_ lengths: (withResponse: Int, withoutResponse: Int)) {
    let refusesFirstWrite = manager?.radio.refusesFirstWrite ?? false
    contents.withLock { contents in
      contents.state = .connected
      contents.maximumLengths = lengths
      contents.commandCount = 0
      contents.isReady = !refusesFirstWrite
      contents.refusesFirstWrite = refusesFirstWrite
    }
  }

  /// Starts to end the link. Returns the link, if there is one.
  func beginEnding() -> Link? {
    contents.withLock { contents in
      contents.next = nil
      guard contents.state == .connecting || contents.state == .connected else { return nil }
      contents.state = .disconnecting
      return contents.link
    }
  }

  /// Ends the link and invalidates its attributes.
  func end(_ state: CBPeripheralState) {
    contents.withLock { contents in
      contents.state = state
      contents.isReconnecting = state == .connecting
      if state == .disconnected { contents.link = nil }
      contents.known = []
      contents.services = nil
      contents.isReady = false
      contents.commandCount = 0
    }
  }

  /// Stores options for connecting after the current link. Returns true if a link is ending.
  func connectAfterwards(_ options: Link.Options) -> Bool {
    contents.withLock { contents in
      guard contents.state == .disconnecting else { return false }
      contents.next = options
      return true
    }
  }

  /// Removes and returns the stored options for connecting.
  func takeNext() -> Link.Options? { contents.withLock { $0.next.take() } }

  /// Sets the name. Returns true if it replaced a different name.
  func take(name: String) -> Bool {
    contents.withLock { contents in
      defer { contents.name = name }
      return contents.name != nil && contents.name != name
    }
  }

  /// Adds services to ``services``.
  private func show(_ services: [Service], _ wanted: RequestedUUIDs) {
    contents.withLock { contents in
      if contents.known.isEmpty {
        contents.known = services.filter(\.isVisible).map { CBService($0, of: self) }
      }
      let visible = contents.services ?? []
      contents.services = contents.known.filter { service in
        wanted.contains(service.uuid.value) || visible.contains { $0 === service }
      }
    }
  }

  /// Replaces the device's services. Returns those that were removed.
  func replaceServices(with services: [Service]) -> [CBService] {
    let services = services.filter(\.isVisible)
    return contents.withLock { contents in
      let gone = contents.known.filter { !services.contains($0.known) }
      contents.known = services.map { service in
        contents.known.first { $0.known == service } ?? CBService(service, of: self)
      }
      contents.services = contents.services.map { visible in
        visible.filter { service in !gone.contains { $0 === service } }
      }
      return gone
    }
  }

  /// Performs a request over the link, and reports its result unless the link is lost. `service` is that of the
  /// attribute, which is `nil` after its link; without it, the request has no attribute.
  private func request<Value: Sendable>(
    of service: CBService?? = nil, _ body: @escaping @Sendable (Link, any Connection) async throws -> Value,
    report: @escaping @Sendable (CBPeripheral, Result<Value, any Error>) -> Void
  ) {
    perform(on: service) { link, connection in
      guard let result = await link.attempt(connection, { try await body(link, connection) }) else { return }
      link.callApp { report($0, result) }
    }
  }

  /// Answers a request without asking the device.
  private func reply(on service: CBService?? = nil, _ body: @escaping @Sendable (CBPeripheral) -> Void) {
    perform(on: service) { link, _ in link.callApp(body) }
  }

  /// Performs an operation over the link, if there is one and it has the service.
  private func perform(on service: CBService??, _ operation: @escaping Link.Operation) {
    let (state, link, known) = contents.withLock { ($0.state, $0.link, $0.known) }
    if let service, state == .connected, !known.contains(where: { $0 === service }) { return UsageLog.logStale() }
    guard state == .connected, let link else {
      return UsageLog.log("\(name ?? device.text) is not connected; the request was ignored.")
    }
    link.perform(operation)
  }
}

extension UsageLog {
  static func logStale() {
    log(
      "an attribute of an earlier connection or of another device was used; the request was ignored. Discover it again."
    )
  }
}

extension Link {
  /// Records that a write without response was sent.
  fileprivate func finishCommand() {
    callApp { peripheral in
      if peripheral.finishCommand() { peripheral.delegate?.peripheralIsReady(toSendWriteWithoutResponse: peripheral) }
    }
  }
}

extension Service {
  /// The services that iOS hides from apps: generic access, generic attribute, human interface devices and Apple's
  /// notifications (Accessory Design Guidelines for Apple Devices, "GATT Server").
  private static let reserved: Set<BluetoothUUID> = [
    0x1800, 0x1801, 0x1812, BluetoothUUID(high: 0x7905_F431_B5CE_4E99, low: 0xA40F_4B1E_122D_00D0),
  ]

  /// True if apps can see the service.
  fileprivate var isVisible: Bool { !Self.reserved.contains(uuid) }
}

/// The UUIDs that a discovery asks for.
struct RequestedUUIDs: Sendable {
  private let uuids: [BluetoothUUID]

  /// These UUIDs; all UUIDs if nil or empty.
  init(_ uuids: [CBUUID]?) { self.uuids = (uuids ?? []).map(\.value) }

  func contains(_ uuid: BluetoothUUID) -> Bool { uuids.isEmpty || uuids.contains(uuid) }
}

extension Result {
  /// The value of a success.
  var value: Success? { try? get() }

  /// The error of a failure.
  var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
