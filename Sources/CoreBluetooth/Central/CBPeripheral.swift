#if !canImport(Darwin)
  public import Foundation
  import HaloBluetooth

  /// Another device, as a central manager found it. Whoever wants to use it retains it: with the last reference its link ends.
  ///
  /// What it is asked to do is done in that order, one thing after the other, and answered by its delegate on the manager's queue. Without a
  /// link nothing is done, and standard error says so. What is under way when a link ends is not answered any more.
  open class CBPeripheral: CBPeer {
    private struct Contents {
      weak var delegate: (any CBPeripheralDelegate)?
      weak var manager: CBCentralManager?
      var name: String?
      var state = CBPeripheralState.disconnected
      var link: Link?
      /// What to connect with as soon as the link that is ending has ended.
      var next: Link.Options?
      /// All services of this link, and those that were asked for.
      var known: [CBService] = []
      var services: [CBService]?
      var maximumLengths = (withResponse: 512, withoutResponse: 20)
      /// How many writes without response are under way, and whether one was told to wait.
      var commandCount = 0
      var isReady = false
      /// Whether the first one is taken although it says that none is.
      var isReluctant = false
    }

    let device: DeviceID
    private let contents: Guarded<Contents>

    init(_ device: DeviceID, identifier: DeviceIdentifier, name: String?, manager: CBCentralManager) {
      self.device = device
      contents = Guarded(Contents(manager: manager, name: name))
      super.init(identifier: identifier.uuid)
    }

    deinit {
      guard let link = contents.withLock({ $0.link }) else { return }
      if contents.withLock({ $0.manager }) != nil {
        Misuse.log("nobody retains the peripheral '\(link.label)' any more; its connection is given up.")
      }
      link.cancel(silently: true)
    }

    /// Who hears what it answers and notifies.
    open weak var delegate: (any CBPeripheralDelegate)? {
      get { contents.withLock { $0.delegate } }
      set { contents.withLock { $0.delegate = newValue } }
    }

    /// Its name, as far as it was told.
    open var name: String? { contents.withLock { $0.name } }
    /// Whether there is a link.
    open var state: CBPeripheralState { contents.withLock { $0.state } }
    /// The services that were discovered over this link; `nil` before, and after it.
    open var services: [CBService]? { contents.withLock { $0.services } }
    /// Whether a write without response is taken now; otherwise it is dropped. Whoever was refused hears of
    /// `peripheralIsReady(toSendWriteWithoutResponse:)`.
    open var canSendWriteWithoutResponse: Bool {
      contents.withLock { $0.state == .connected && $0.isReady }
    }
    /// Always false: there is no Apple notification service here.
    open var ancsAuthorized: Bool { false }

    open override var description: String {
      "<CBPeripheral: identifier = \(identifier), name = \(name ?? "(null)"), state = \(state)>"
    }

    // MARK: What can be asked for

    /// Asks for the signal strength; `didReadRSSI` answers.
    open func readRSSI() {
      perform { link, connection in
        guard let result = await link.attempt(connection, { try await connection.readRSSI() }) else { return }
        link.tell { peripheral in
          peripheral.delegate?.peripheral(
            peripheral, didReadRSSI: NSNumber(value: result.value ?? Self.unknownRSSI), error: result.error)
        }
      }
    }

    /// Discovers services: those, or all where none is named; `didDiscoverServices` answers.
    open func discoverServices(_ serviceUUIDs: [CBUUID]?) {
      let wanted = Wanted(serviceUUIDs)
      perform { link, connection in
        guard let result = await link.attempt(connection, { try await link.services(connection) }) else { return }
        link.tell { peripheral in
          if case .success(let services) = result { peripheral.show(services, wanted) }
          peripheral.delegate?.peripheral(peripheral, didDiscoverServices: result.error)
        }
      }
    }

    /// Looks for included services; `didDiscoverIncludedServicesFor` answers that there are none.
    open func discoverIncludedServices(_ includedServiceUUIDs: [CBUUID]?, for service: CBService) {
      let service = Crossing(service)
      perform(on: service.value) { link, _ in
        link.tell { peripheral in
          service.value.set(includedServices: [])
          peripheral.delegate?.peripheral(peripheral, didDiscoverIncludedServicesFor: service.value, error: nil)
        }
      }
    }

    /// Discovers characteristics of a service: those, or all where none is named; `didDiscoverCharacteristicsFor` answers.
    open func discoverCharacteristics(_ characteristicUUIDs: [CBUUID]?, for service: CBService) {
      let (service, wanted) = (Crossing(service), Wanted(characteristicUUIDs))
      perform(on: service.value) { link, _ in
        link.tell { peripheral in
          service.value.show(wanted)
          peripheral.delegate?.peripheral(peripheral, didDiscoverCharacteristicsFor: service.value, error: nil)
        }
      }
    }

    /// Reads a characteristic; `didUpdateValueFor` answers.
    open func readValue(for characteristic: CBCharacteristic) {
      let (known, characteristic) = (characteristic.known, Crossing(characteristic))
      perform(on: characteristic.value.service) { link, connection in
        guard let result = await link.attempt(connection, { try await connection.read(known) }) else { return }
        link.tell { peripheral in
          if let value = result.value { characteristic.value.set(value: Data(value.bytes)) }
          peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic.value, error: result.error)
        }
      }
    }

    /// The longest value that one write takes, in bytes.
    open func maximumWriteValueLength(for type: CBCharacteristicWriteType) -> Int {
      contents.withLock { contents in
        type == .withResponse ? contents.maximumLengths.withResponse : contents.maximumLengths.withoutResponse
      }
    }

    /// Writes a characteristic; `didWriteValueFor` answers where it is with response.
    ///
    /// Nobody hears what becomes of a write without response. It is dropped where the characteristic takes none, and while
    /// ``canSendWriteWithoutResponse`` is false.
    open func writeValue(_ data: Data, for characteristic: CBCharacteristic, type: CBCharacteristicWriteType) {
      let (known, characteristic, bytes) = (characteristic.known, Crossing(characteristic), [UInt8](data))
      guard type == .withResponse else { return command(bytes, known, of: characteristic.value.service) }
      perform(on: characteristic.value.service) { link, connection in
        let result = await link.attempt(connection) { try await connection.write(bytes, to: known, withResponse: true) }
        guard let result else { return }
        link.tell { peripheral in
          peripheral.delegate?.peripheral(peripheral, didWriteValueFor: characteristic.value, error: result.error)
        }
      }
    }

    /// Subscribes to a characteristic, or no longer; `didUpdateNotificationStateFor` answers.
    open func setNotifyValue(_ enabled: Bool, for characteristic: CBCharacteristic) {
      let (known, characteristic) = (characteristic.known, Crossing(characteristic))
      perform(on: characteristic.value.service) { link, connection in
        var (result, values): (Result<Void, any Error>, AsyncThrowingStream<ReceivedValue, any Error>?) = (
          .success(()), nil
        )
        if !enabled {
          await link.unsubscribe(from: known)
        } else if !link.isSubscribed(to: known) {
          guard let answer = await link.attempt(connection, { try await connection.notifications(of: known) }) else {
            return
          }
          (result, values) = (answer.map { _ in }, answer.value)
        }
        let outcome = result
        link.tell { peripheral in
          if outcome.error == nil { characteristic.value.set(isNotifying: enabled) }
          peripheral.delegate?.peripheral(
            peripheral, didUpdateNotificationStateFor: characteristic.value, error: outcome.error)
        }
        guard let values else { return }
        link.subscribe(to: known, values) { [weak link] bytes in
          link?.tell { peripheral in
            characteristic.value.set(value: Data(bytes))
            peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: characteristic.value, error: nil)
          }
        }
      }
    }

    /// Discovers the descriptors of a characteristic; `didDiscoverDescriptorsFor` answers.
    open func discoverDescriptors(for characteristic: CBCharacteristic) {
      let characteristic = Crossing(characteristic)
      perform(on: characteristic.value.service) { link, _ in
        link.tell { peripheral in
          characteristic.value.showDescriptors()
          peripheral.delegate?.peripheral(peripheral, didDiscoverDescriptorsFor: characteristic.value, error: nil)
        }
      }
    }

    /// Reads a descriptor; `didUpdateValueFor` answers.
    open func readValue(for descriptor: CBDescriptor) {
      guard let known = descriptor.characteristic?.known else { return Misuse.logStale() }
      let (uuid, service, descriptor) = (
        descriptor.uuid.value, descriptor.characteristic?.service, Crossing(descriptor)
      )
      perform(on: service) { link, connection in
        let result = await link.attempt(connection) { try await connection.read(descriptor: uuid, of: known) }
        guard let result else { return }
        link.tell { peripheral in
          if let bytes = result.value { descriptor.value.set(bytes: bytes) }
          peripheral.delegate?.peripheral(peripheral, didUpdateValueFor: descriptor.value, error: result.error)
        }
      }
    }

    /// Writes a descriptor; `didWriteValueFor` answers.
    ///
    /// The client configuration is not written by hand: use ``setNotifyValue(_:for:)``. Apple's framework raises an exception, which ends
    /// the program; here the answer is `CBError.invalidParameters`.
    open func writeValue(_ data: Data, for descriptor: CBDescriptor) {
      guard let known = descriptor.characteristic?.known else { return Misuse.logStale() }
      let (uuid, service, descriptor) = (
        descriptor.uuid.value, descriptor.characteristic?.service, Crossing(descriptor)
      )
      if uuid == .clientConfiguration {
        Misuse.log("the client configuration of \(known.uuid) is not written by hand; use setNotifyValue(_:for:).")
      }
      let bytes = [UInt8](data)
      perform(on: service) { link, connection in
        let result = await link.attempt(connection) {
          try await connection.write(bytes, toDescriptor: uuid, of: known)
        }
        guard let result else { return }
        link.tell { peripheral in
          peripheral.delegate?.peripheral(peripheral, didWriteValueFor: descriptor.value, error: result.error)
        }
      }
    }

    /// Asks for an L2CAP channel; `didOpen` answers that it cannot be done here.
    open func openL2CAPChannel(_ PSM: CBL2CAPPSM) {
      perform { link, _ in
        link.tell { peripheral in
          peripheral.delegate?.peripheral(peripheral, didOpen: nil, error: CBError(.operationNotSupported))
        }
      }
    }

    // MARK: Writes without response

    /// How many of them are taken before somebody has to wait.
    private static let commandLimit = 32

    private func command(_ bytes: [UInt8], _ known: Characteristic, of service: CBService?) {
      guard known.properties.contains(.writeWithoutResponse) else {
        return Misuse.log(
          "\(known.uuid) of \(link?.label ?? "a device") takes no writes without response; one is dropped.")
      }
      let isTaken = contents.withLock { contents in
        guard contents.state == .connected, contents.isReady || contents.isReluctant else {
          return contents.state != .connected
        }
        contents.commandCount += 1
        contents.isReady = !contents.isReluctant && contents.commandCount < Self.commandLimit
        contents.isReluctant = false
        return true
      }
      guard isTaken else { return }
      perform(on: service) { link, connection in
        if case .failure(let error) = await link.attempt(
          connection, { try await connection.write(bytes, to: known, withResponse: false) })
        {
          Misuse.log("a write without response was dropped: \(error.localizedDescription)")
        }
        link.finishCommand()
      }
    }

    /// Notes that a write without response has gone; whether who was refused can go on now.
    func finishCommand() -> Bool {
      contents.withLock { contents in
        contents.commandCount = max(0, contents.commandCount - 1)
        guard !contents.isReady, contents.commandCount == 0, contents.state == .connected else { return false }
        contents.isReady = true
        return true
      }
    }

    // MARK: What becomes of it

    private static let unknownRSSI = 127

    var link: Link? { contents.withLock { $0.link } }
    var manager: CBCentralManager? { contents.withLock { $0.manager } }

    /// Waits for a link.
    func wait(for link: Link) {
      contents.withLock { contents in
        contents.link = link
        contents.state = .connecting
      }
    }

    /// Has a link.
    func begin(_ lengths: (withResponse: Int, withoutResponse: Int)) {
      let isReluctant = manager?.radio.refusesFirstCommand ?? false
      contents.withLock { contents in
        contents.state = .connected
        contents.maximumLengths = lengths
        contents.commandCount = 0
        contents.isReady = !isReluctant
        contents.isReluctant = isReluctant
      }
    }

    /// Begins to end its link; the link, where there is one.
    func beginEnding() -> Link? {
      contents.withLock { contents in
        contents.next = nil
        guard contents.state == .connecting || contents.state == .connected else { return nil }
        contents.state = .disconnecting
        return contents.link
      }
    }

    /// Has a link no longer; what was discovered over it is not valid any more.
    func end(_ state: CBPeripheralState) {
      contents.withLock { contents in
        contents.state = state
        if state == .disconnected { contents.link = nil }
        contents.known = []
        contents.services = nil
        contents.isReady = false
        contents.commandCount = 0
      }
    }

    /// Remembers to connect once the present link has ended; whether there is one that ends.
    func connectAfterwards(_ options: Link.Options) -> Bool {
      contents.withLock { contents in
        guard contents.state == .disconnecting else { return false }
        contents.next = options
        return true
      }
    }

    /// What to connect with now.
    func takeNext() -> Link.Options? {
      contents.withLock { contents in
        defer { contents.next = nil }
        return contents.next
      }
    }

    /// Takes a name; whether it had another one.
    func take(name: String) -> Bool {
      contents.withLock { contents in
        defer { contents.name = name }
        return contents.name != nil && contents.name != name
      }
    }

    /// Makes services visible.
    private func show(_ services: [Service], _ wanted: Wanted) {
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

    /// Takes the device's new services; those that it has no longer.
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

    /// Has something done over the link, where there is one and the service is of it.
    private func perform(on service: CBService?, _ operation: @escaping Link.Operation) {
      let isValid = contents.withLock { contents in
        contents.state != .connected || contents.known.contains { $0 === service }
      }
      guard isValid else { return Misuse.logStale() }
      perform(operation)
    }

    private func perform(_ operation: @escaping Link.Operation) {
      let (state, link) = contents.withLock { ($0.state, $0.link) }
      guard state == .connected, let link else {
        return Misuse.log("\(name ?? device.text) is not connected; what it was asked for is not done.")
      }
      link.perform(operation)
    }
  }

  extension Misuse {
    static func logStale() {
      log("an attribute of an earlier connection, or of another device, was used; nothing is done. Discover it again.")
    }
  }

  extension Link {
    /// Notes that a write without response has gone.
    fileprivate func finishCommand() {
      tell { peripheral in
        if peripheral.finishCommand() { peripheral.delegate?.peripheralIsReady(toSendWriteWithoutResponse: peripheral) }
      }
    }
  }

  extension Service {
    /// Those that iOS keeps for itself and shows to no app: generic access, generic attribute, human interface devices and Apple's
    /// notifications (Accessory Design Guidelines for Apple Devices, "GATT Server").
    private static let reserved: Set<BluetoothUUID> = [
      0x1800, 0x1801, 0x1812, BluetoothUUID(high: 0x7905_F431_B5CE_4E99, low: 0xA40F_4B1E_122D_00D0),
    ]

    /// Whether apps see it.
    fileprivate var isVisible: Bool { !Self.reserved.contains(uuid) }
  }

  /// Which attributes are asked for.
  struct Wanted: Sendable {
    private let uuids: [BluetoothUUID]

    /// Those; all where there are none.
    init(_ uuids: [CBUUID]?) { self.uuids = (uuids ?? []).map(\.value) }

    func contains(_ uuid: BluetoothUUID) -> Bool { uuids.isEmpty || uuids.contains(uuid) }
  }

  extension Result {
    /// What it is of a success.
    var value: Success? { try? get() }

    /// What went wrong.
    var error: Failure? {
      if case .failure(let error) = self { return error }
      return nil
    }
  }
#endif
