import CoreBluetooth

// The declarations that asynchronous wrappers of Core Bluetooth use: a protocol that the manager conforms to, names of a
// mock's types, conformances to Sendable, and a delegate with both methods for the end of a link.
typealias CBMCentralManager = CBCentralManager
typealias CBMCentralManagerDelegate = CBCentralManagerDelegate
typealias CBMPeripheral = CBPeripheral
typealias CBMPeripheralDelegate = CBPeripheralDelegate
typealias CBMService = CBService
typealias CBMCharacteristic = CBCharacteristic
typealias CBMDescriptor = CBDescriptor
typealias CBMUUID = CBUUID
typealias CBMManagerState = CBManagerState
typealias CBMPeripheralState = CBPeripheralState
typealias CBMConnectionEvent = CBConnectionEvent
typealias CBMError = CBError
typealias CBML2CAPChannel = CBL2CAPChannel

extension CBMCentralManager: @unchecked Sendable {}
extension CBMService: @unchecked Sendable {}
extension CBMCharacteristic: @unchecked Sendable {}
extension CBMUUID: @unchecked Sendable {}
extension CBML2CAPChannel: @unchecked Sendable {}

protocol ScanningCentral: AnyObject {
  var delegate: CBMCentralManagerDelegate? { get set }
  var isScanning: Bool { get }
  func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]?)
  func stopScan()
}

extension CBCentralManager: ScanningCentral {}

/// A central as in a library for `async` and `await`: every callback becomes an event, which a request waits for.
final class AsyncCentral: NSObject, @unchecked Sendable {
  enum Event: Sendable {
    case state(CBMManagerState)
    case found(UUID, name: String?, strength: Int)
    case connected
    case failed(CBMError?)
    case ended(CBMError?)
    case endedWithTimestamp(isReconnecting: Bool)
    case connection(CBMConnectionEvent)
    case strength(Int, CBMError?)
    case services
    case characteristics
    case descriptors
    case value(CBMUUID, Data?, CBATTError?)
    case written(Error?)
    case notifying(Bool)
    case channel(CBMError?)
  }

  private let queue = DispatchQueue(label: "async-central", target: .global())
  private(set) var manager: CBMCentralManager!
  private(set) var peripheral: CBMPeripheral?
  private var events: AsyncStream<Event>.Iterator
  private let sink: AsyncStream<Event>.Continuation

  override init() {
    let (stream, sink) = AsyncStream<Event>.makeStream()
    (events, self.sink) = (stream.makeAsyncIterator(), sink)
    super.init()
    manager = CBMCentralManager(
      delegate: self, queue: queue, options: [CBCentralManagerOptionShowPowerAlertKey: true])
  }

  /// Waits for the first event for which `match` returns a value. Earlier ones are dropped.
  func first<Value>(_ match: (Event) -> Value?) async -> Value? {
    while let event = await events.next() { if let value = match(event) { return value } }
    return nil
  }

  func found(withService service: String) async -> Int? {
    let scanning: ScanningCentral = manager
    scanning.scanForPeripherals(
      withServices: [CBUUID(string: service)], options: [CBCentralManagerScanOptionAllowDuplicatesKey: false])
    let found = await first { event in if case .found(let id, _, let strength) = event { (id, strength) } else { nil } }
    scanning.stopScan()
    peripheral = found.flatMap { manager.retrievePeripherals(withIdentifiers: [$0.0]).first }
    peripheral?.delegate = self
    return scanning.isScanning ? nil : found?.1
  }

  func connect() async -> Bool {
    guard let peripheral else { return false }
    manager.registerForConnectionEvents(options: [.peripheralUUIDs: [peripheral.identifier]])
    manager.connect(peripheral, options: [CBConnectPeripheralOptionNotifyOnDisconnectionKey: true])
    return await first { if case .connected = $0 { true } else { nil } } == true
  }

  func strength() async throws -> Int? {
    peripheral?.readRSSI()
    let result = await first { event in if case .strength(let dBm, let error) = event { (dBm, error) } else { nil } }
    if let error = result?.1 { throw error }
    return result?.0
  }

  /// Discovers everything and returns the characteristics by their UUID.
  func discover() async -> [CBMUUID: CBMCharacteristic] {
    guard let peripheral else { return [:] }
    peripheral.discoverServices(nil)
    _ = await first { if case .services = $0 { true } else { nil } }
    var found: [CBMUUID: CBMCharacteristic] = [:]
    for service in peripheral.services ?? [] {
      peripheral.discoverCharacteristics(nil, for: service)
      _ = await first { if case .characteristics = $0 { true } else { nil } }
      for characteristic in service.characteristics ?? [] { found[characteristic.uuid] = characteristic }
    }
    return found
  }

  func read(_ characteristic: CBMCharacteristic) async throws -> Data? {
    peripheral?.readValue(for: characteristic)
    return try await value(of: characteristic.uuid)
  }

  func value(of uuid: CBMUUID) async throws -> Data? {
    let result = await first { event in
      if case .value(uuid, let value, let error) = event { (value, error) } else { nil }
    }
    if let error = result?.1 { throw error }
    return result?.0
  }

  func write(_ value: Data, to characteristic: CBMCharacteristic) async throws {
    peripheral?.writeValue(value, for: characteristic, type: .withResponse)
    let error = await first { event in if case .written(let error) = event { .some(error) } else { Error??.none } }
    if let error = error ?? nil { throw error }
  }

  func setNotifying(_ isNotifying: Bool, _ characteristic: CBMCharacteristic) async -> Bool? {
    peripheral?.setNotifyValue(isNotifying, for: characteristic)
    return await first { if case .notifying(let isNotifying) = $0 { isNotifying } else { nil } }
  }

  func openChannel(_ psm: CBL2CAPPSM) async -> CBMError? {
    peripheral?.openL2CAPChannel(psm)
    return await first { event in if case .channel(let error) = event { .some(error) } else { CBMError??.none } } ?? nil
  }
}

extension AsyncCentral: CBMCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBMCentralManager) { sink.yield(.state(central.state)) }
  func centralManager(_ central: CBMCentralManager, willRestoreState dict: [String: Any]) {}

  func centralManager(
    _ central: CBMCentralManager, didDiscover peripheral: CBMPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String
    self.peripheral = peripheral
    sink.yield(.found(peripheral.identifier, name: name, strength: RSSI.intValue))
  }

  func centralManager(_ central: CBMCentralManager, didConnect peripheral: CBMPeripheral) { sink.yield(.connected) }
  func centralManager(_ central: CBMCentralManager, didFailToConnect peripheral: CBMPeripheral, error: Error?) {
    sink.yield(.failed(error as? CBMError))
  }
  func centralManager(_ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, error: Error?) {
    sink.yield(.ended(error as? CBMError))
  }
  func centralManager(
    _ central: CBMCentralManager, didDisconnectPeripheral peripheral: CBMPeripheral, timestamp: CFAbsoluteTime,
    isReconnecting: Bool, error: Error?
  ) {
    sink.yield(.endedWithTimestamp(isReconnecting: isReconnecting))
  }
  func centralManager(
    _ central: CBMCentralManager, connectionEventDidOccur event: CBMConnectionEvent, for peripheral: CBMPeripheral
  ) {
    sink.yield(.connection(event))
  }
  func centralManager(_ central: CBMCentralManager, didUpdateANCSAuthorizationFor peripheral: CBMPeripheral) {}
}

extension AsyncCentral: CBMPeripheralDelegate {
  func peripheralDidUpdateName(_ peripheral: CBMPeripheral) {}
  func peripheral(_ peripheral: CBMPeripheral, didModifyServices invalidatedServices: [CBMService]) {}
  func peripheral(_ peripheral: CBMPeripheral, didReadRSSI RSSI: NSNumber, error: Error?) {
    sink.yield(.strength(RSSI.intValue, error as? CBMError))
  }
  func peripheral(_ peripheral: CBMPeripheral, didDiscoverServices error: Error?) { sink.yield(.services) }
  func peripheral(_ peripheral: CBMPeripheral, didDiscoverIncludedServicesFor service: CBMService, error: Error?) {}
  func peripheral(_ peripheral: CBMPeripheral, didDiscoverCharacteristicsFor service: CBMService, error: Error?) {
    sink.yield(.characteristics)
  }
  func peripheral(_ peripheral: CBMPeripheral, didDiscoverDescriptorsFor item: CBMCharacteristic, error: Error?) {
    sink.yield(.descriptors)
  }
  func peripheral(_ peripheral: CBMPeripheral, didUpdateValueFor item: CBMCharacteristic, error: Error?) {
    sink.yield(.value(item.uuid, item.value, error as? CBATTError))
  }
  func peripheral(_ peripheral: CBMPeripheral, didUpdateValueFor descriptor: CBMDescriptor, error: Error?) {}
  func peripheral(_ peripheral: CBMPeripheral, didWriteValueFor item: CBMCharacteristic, error: Error?) {
    sink.yield(.written(error))
  }
  func peripheral(_ peripheral: CBMPeripheral, didWriteValueFor descriptor: CBMDescriptor, error: Error?) {}
  func peripheral(_ peripheral: CBMPeripheral, didUpdateNotificationStateFor item: CBMCharacteristic, error: Error?) {
    sink.yield(.notifying(item.isNotifying))
  }
  func peripheralIsReady(toSendWriteWithoutResponse peripheral: CBMPeripheral) {}
  func peripheral(_ peripheral: CBMPeripheral, didOpen channel: CBML2CAPChannel?, error: Error?) {
    sink.yield(.channel(error as? CBMError))
  }
}
