import CoreBluetooth
import Observation

/// Reads the revisions, the battery and a heart rate of a COLMI ring, then disconnects.
///
/// It uses Core Bluetooth as on an iPhone, and does not depend on the operating system.
@Observable
final class RingReader: NSObject {
  private(set) var name: String?
  private(set) var hardwareRevision: String?
  private(set) var firmwareRevision: String?
  /// 0…100 %.
  private(set) var battery: Int?
  /// Beats per minute; `nil` until the ring has measured them.
  private(set) var heartRate: Int?
  /// The text for the user.
  private(set) var status = "Waiting for Bluetooth …" {
    didSet { onStatus?(status) }
  }
  var onStatus: ((String) -> Void)?
  var onEnd: ((_ isComplete: Bool) -> Void)?

  private var central: CBCentralManager?
  private var ring: CBPeripheral?
  private var commands: CBCharacteristic?

  private static let commandService = CBUUID(string: "6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E")
  private static let commandWrite = CBUUID(string: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E")
  private static let commandNotify = CBUUID(string: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E")
  private static let deviceInformation = CBUUID(string: "180A")
  private static let hardware = CBUUID(string: "2A27")
  private static let firmware = CBUUID(string: "2A26")

  /// Starts reading. Keep the reader alive until it ends.
  func start() { central = CBCentralManager(delegate: self, queue: nil) }

  /// Returns whether the name is a ring's: `R02_1A2B`, `R11C_33F0`, `COLMI R12_0001`.
  static func isRing(_ name: String) -> Bool { name.prefixMatch(of: #/(COLMI )?R\d\d[A-Z]?_/#) != nil }

  /// Makes a frame: a command, its payload, and the checksum as the sixteenth byte.
  static func frame(_ command: UInt8, _ payload: [UInt8] = []) -> Data {
    var frame = Data([command] + payload)
    frame.append(Data(count: 15 - frame.count))
    frame.append(frame.reduce(0, &+))
    return frame
  }

  /// Ends without a result.
  private func give(up status: String) {
    self.status = status
    onEnd?(false)
  }

  private func send(_ command: UInt8, _ payload: [UInt8] = []) {
    guard let ring, let commands else { return }
    ring.writeValue(Self.frame(command, payload), for: commands, type: .withResponse)
  }

  private func receive(_ frame: Data) {
    guard frame.count == 16, frame.dropLast().reduce(0, &+) == frame.last else { return }
    switch (frame[0], frame[1]) {
    case (0x03, let percent):
      battery = Int(percent)
      status = "Measuring; keep the ring on and the hand still …"
      send(0x69, [0x01, 0x01])
    case (0x69, 0x01) where frame[2] == 1:
      stop("The ring is not worn.")
    case (0x69, 0x01) where frame[2] == 0 && frame[3] > 0 && heartRate == nil:
      heartRate = Int(frame[3])
      stop("Done.")
    default: break  // Zeros during warm-up, and unsolicited messages.
    }
  }

  /// Turns the ring's LEDs off and ends.
  private func stop(_ status: String) {
    self.status = status
    send(0x6A, [0x01, 0x00, 0x00])
  }
}

extension RingReader: CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    // All connections are lost when the radio changes its state.
    ring = nil
    commands = nil
    switch central.state {
    case .poweredOn:
      status = "Looking for a ring …"
      central.scanForPeripherals(withServices: nil)
    case .poweredOff: status = "Bluetooth is off."
    case .unauthorized: give(up: "This program is not allowed to use Bluetooth.")
    case .unsupported: give(up: "Bluetooth is not available: unknown reference adapter, or its service is not running.")
    case .unknown, .resetting: status = "Bluetooth is not ready."
    @unknown default: status = "Bluetooth is not ready."
    }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    let name = advertisementData[CBAdvertisementDataLocalNameKey] as? String ?? peripheral.name ?? ""
    guard ring == nil, Self.isRing(name) else { return }
    ring = peripheral
    self.name = name
    peripheral.delegate = self
    central.stopScan()
    status = "Connecting to \(name), \(RSSI) dBm …"
    central.connect(peripheral)
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    status = "Connected."
    peripheral.discoverServices([Self.deviceInformation, Self.commandService])
  }

  func centralManager(_ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: Error?) {
    give(up: error?.localizedDescription ?? "No connection.")
  }

  func centralManager(_ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: Error?) {
    if let error { status = error.localizedDescription }
    onEnd?(error == nil && heartRate != nil)
  }
}

extension RingReader: CBPeripheralDelegate {
  func peripheral(_ peripheral: CBPeripheral, didDiscoverServices error: Error?) {
    for service in peripheral.services ?? [] { peripheral.discoverCharacteristics(nil, for: service) }
  }

  func peripheral(_ peripheral: CBPeripheral, didDiscoverCharacteristicsFor service: CBService, error: Error?) {
    for characteristic in service.characteristics ?? [] {
      switch characteristic.uuid {
      case Self.hardware, Self.firmware: peripheral.readValue(for: characteristic)
      case Self.commandWrite: commands = characteristic
      case Self.commandNotify: peripheral.setNotifyValue(true, for: characteristic)
      default: break
      }
    }
  }

  func peripheral(
    _ peripheral: CBPeripheral, didUpdateNotificationStateFor characteristic: CBCharacteristic, error: Error?
  ) {
    if characteristic.isNotifying { send(0x03) }
  }

  func peripheral(_ peripheral: CBPeripheral, didUpdateValueFor characteristic: CBCharacteristic, error: Error?) {
    guard let value = characteristic.value, error == nil else { return }
    switch characteristic.uuid {
    case Self.hardware: hardwareRevision = String(decoding: value, as: UTF8.self)
    case Self.firmware: firmwareRevision = String(decoding: value, as: UTF8.self)
    case Self.commandNotify: receive(value)
    default: break
    }
  }

  func peripheral(_ peripheral: CBPeripheral, didWriteValueFor characteristic: CBCharacteristic, error: Error?) {
    // The stop command was received.
    if status == "Done." || status == "The ring is not worn." || error != nil {
      central?.cancelPeripheralConnection(peripheral)
    }
  }
}
