import CoreBluetooth

/// A manager on the main actor, as in most apps since Swift has actors: observable without an additional import, with
/// plain or `nonisolated` delegate methods, and with results in sets and dictionaries.
@MainActor
@Observable
final class MainActorRing: NSObject {
  private(set) var found: Set<CBPeripheral> = []
  private(set) var values: [CBUUID: String] = [:]
  private(set) var problems: [String] = []
  @ObservationIgnored var onEnd: (() -> Void)?
  private var central: CBCentralManager!
  private static let interesting: [CBUUID] = [CBUUID(string: "2A26"), CBUUID(string: "2A27")]

  override init() {
    super.init()
    central = CBCentralManager(delegate: self, queue: .main, options: [CBCentralManagerOptionShowPowerAlertKey: false])
  }

  private func describe(_ error: Error?) -> String? {
    if let error = error as? CBATTError, error.code == .readNotPermitted { return "not to be read" }
    if let error = error as? CBError, error.code == .peripheralDisconnected { return "gone" }
    return (error as NSError?).map { "\($0.domain) \($0.code)" }
  }
}

extension MainActorRing: @preconcurrency CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    switch central.state {
    case .poweredOn: central.scanForPeripherals(withServices: nil, options: nil)
    case .unknown, .resetting, .unsupported, .unauthorized, .poweredOff: problems.append("\(central.state.rawValue)")
    @unknown default: break
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    let company = (advertisementData[CBAdvertisementDataManufacturerDataKey] as? Data)?.prefix(2)
    guard company == Data([0x34, 0x12]), found.insert(peripheral).inserted else { return }
    peripheral.delegate = self
    central.connect(peripheral, options: [CBConnectPeripheralOptionNotifyOnDisconnectionKey: true])
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    peripheral.discoverServices(nil)
  }

  func centralManager(_ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?) {
    if let problem = describe(error) { problems.append(problem) }
    onEnd?()
  }
}

extension MainActorRing: CBPeripheralDelegate {
  nonisolated func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    peripheral.services?.forEach { peripheral.discoverCharacteristics(nil, for: $0) }
  }

  nonisolated func peripheral(
    _ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?
  ) {
    MainActor.assumeIsolated {
      for characteristic in service.characteristics ?? []
      where Self.interesting.contains(characteristic.uuid) || !characteristic.properties.contains(.read) {
        peripheral.readValue(for: characteristic)
      }
    }
  }

  nonisolated func peripheral(
    _ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?
  ) {
    MainActor.assumeIsolated {
      if let problem = describe(error) { return problems.append(problem) }
      values[characteristic.uuid] = characteristic.value.map { String(decoding: $0, as: UTF8.self) }
      if values.count == Self.interesting.count { central.cancelPeripheralConnection(peripheral) }
    }
  }
}
