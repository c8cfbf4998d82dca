import CoreBluetooth

/// A treadmill client as in an iPhone app: Fitness Machine Service, notifications, a read, and both kinds of writes.
class TreadmillCentral: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  var centralManager: CBCentralManager!
  var treadmill: CBPeripheral?
  var controlPoint: CBCharacteristic?
  var treadmillData: CBCharacteristic?

  var isControlled = false
  var isRunning = false
  var kilometersPerHour = 0.0
  var speeds: [Double] = []
  var features: UInt32?
  var log: [String] = []
  var onChange: ((Shown) -> Void)?

  /// The values that the app shows.
  struct Shown: Sendable {
    var isRunning: Bool
    var kilometersPerHour: Double
    var log: [String]
  }

  var shown: Shown { Shown(isRunning: isRunning, kilometersPerHour: kilometersPerHour, log: log) }

  let fitnessMachine = CBUUID(string: "0x1826")
  let feature = CBUUID(string: "2ACC")
  let data = CBUUID(string: "2ACD")
  let control = CBUUID(string: "2AD9")

  override init() {
    super.init()
    centralManager = CBCentralManager(delegate: self, queue: nil)
  }

  func requestControl() { write([0x00], .withResponse) }
  func start() { write([0x07], .withResponse) }
  func stop() { write([0x08, 0x01], .withoutResponse) }

  func setSpeed(_ speed: Double) {
    var hundredths = UInt16(speed * 100).littleEndian
    var command = Data([0x02])
    command.append(Data(bytes: &hundredths, count: MemoryLayout<UInt16>.size))
    guard let treadmill = treadmill, let controlPoint = controlPoint else { return }
    treadmill.writeValue(command, for: controlPoint, type: .withoutResponse)
  }

  private func write(_ bytes: [UInt8], _ type: CBCharacteristicWriteType) {
    guard let controlPoint = controlPoint else { return }
    treadmill?.writeValue(Data(bytes), for: controlPoint, type: type)
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    if central.state == .poweredOn {
      central.scanForPeripherals(
        withServices: [fitnessMachine], options: [CBCentralManagerScanOptionAllowDuplicatesKey: false])
    } else {
      log.append("state \(central.state.rawValue)")
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    let data = (advertisementData[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data])?[fitnessMachine]
    guard treadmill == nil, let flags = data, flags[0] & 0x01 != 0 else { return }
    treadmill = peripheral
    treadmill!.delegate = self
    central.stopScan()
    central.connect(treadmill!, options: nil)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    log.append("connected")
    peripheral.discoverServices([fitnessMachine])
  }

  func centralManager(_ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?) {
    log.append("disconnected \((error as? CBError)?.code.rawValue ?? -1)")
    onChange?(shown)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    guard let service = peripheral.services?.first(where: { $0.uuid == CBUUID(string: "1826") }) else { return }
    peripheral.discoverCharacteristics([feature, data, control], for: service)
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?) {
    service.characteristics?.forEach { characteristic in
      if characteristic.uuid == feature { peripheral.readValue(for: characteristic) }
      if characteristic.uuid == data { treadmillData = characteristic }
      if characteristic.uuid == control { controlPoint = characteristic }
      if characteristic.properties.contains(.notify) || characteristic.properties.contains(.indicate) {
        peripheral.setNotifyValue(true, for: characteristic)
      }
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: Error?
  ) {
    if characteristic === controlPoint, characteristic.isNotifying { requestControl() }
  }

  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?) {
    log.append(error == nil ? "written" : "refused")
  }

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?) {
    guard let value = characteristic.value else { return }
    switch characteristic.uuid {
    case feature: features = value.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    case data:
      let raw = UInt16(value[2]) | UInt16(value[3]) << 8
      kilometersPerHour = Double(raw) / 100
      speeds.append(kilometersPerHour)
    case control:
      let answer = [UInt8](value)
      log.append("answer \(answer[1]) \(answer[2])")
      switch (answer[1], answer[2]) {
      case (0x00, 0x01):
        isControlled = true
        start()
      case (0x07, 0x01):
        isRunning = true
        setSpeed(3.5)
      case (0x08, 0x01): isRunning = false
      default: break
      }
    default: break
    }
    onChange?(shown)
  }
}
