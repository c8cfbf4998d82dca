import CoreBluetooth
import Dispatch
import Foundation
import HaloBluetooth

/// Core Bluetooth's manager, the scans that share it, and the links. It stays on the radio's queue, where Core Bluetooth calls it back, and
/// is therefore not `Sendable`.
final class AppleSession: NSObject {
  private struct Scan {
    let filter: ScanFilter
    let continuation: AsyncThrowingStream<Advertisement, any Error>.Continuation
  }

  private let queue: DispatchQueue
  private let restoreIdentifier: String?
  private let connectOptions: [String: Any]?
  private lazy var manager: CBCentralManager = {
    var options: [String: Any] = [:]
    #if !os(macOS)
      if let restoreIdentifier { options[CBCentralManagerOptionRestoreIdentifierKey] = restoreIdentifier }
    #endif
    return CBCentralManager(delegate: self, queue: queue, options: options)
  }()

  private var known: [UUID: CBPeripheral] = [:]
  /// The link that each device has now.
  private(set) var links: [DeviceID: AppleLink] = [:]
  /// The links of connections that somebody still holds, also where they are over.
  private var held: [Int: AppleLink] = [:]
  private(set) var restored: [AppleRestoredDevice] = []
  /// Links of an earlier launch that nobody has asked for yet.
  private var inherited: [DeviceID: AppleLink] = [:]
  private var scans: [UUID: Scan] = [:]
  /// What is scanned for: `nil` where nothing is, empty where everything is.
  private var scanned: [BluetoothUUID]?
  private var stateListeners: [Int: (RadioState) -> Void] = [:]
  private var freeListeners: [Int: () -> Void] = [:]
  private var nextNumber = 1
  /// Told of a write of a link that has to wait.
  var onHold: ((_ write: Int, _ link: Int) -> Void)?
  private(set) var state = RadioState.unknown

  init(queue: DispatchQueue, restoreIdentifier: String?, options: AppleConnectOptions) {
    self.queue = queue
    self.restoreIdentifier = restoreIdentifier
    connectOptions = options.dictionary
  }

  /// Begins to talk with the system; on Apple systems, a person may be asked for permission now.
  func start() { _ = manager }

  /// A number that no other has.
  func number() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  // MARK: State

  /// Calls `body` now and whenever the state changes; what ends that.
  func tellState(_ body: @escaping (RadioState) -> Void) -> Int {
    let id = number()
    stateListeners[id] = body
    body(state)
    return id
  }

  func stopTellingState(_ id: Int) { stateListeners[id] = nil }

  private func changeState(to new: RadioState) {
    guard new != state else { return }
    state = new
    if new != .poweredOn {
      // Core Bluetooth does not call back for what dies with the radio.
      for scan in scans.values {
        scan.continuation.finish(throwing: BluetoothError(.scan, device: nil, .radio(new)))
      }
      scans.removeAll()
      scanned = nil
      for link in links.values { link.lose(.radio(new)) }
      links.removeAll()
      inherited.removeAll()
      tellFree()
      // Its objects are worth nothing afterwards.
      if new != .resetting { known.removeAll() }
    }
    // A scan that the system kept of an earlier launch has nobody who listens.
    if new == .poweredOn { updateScan() }
    for listener in stateListeners.values { listener(new) }
  }

  // MARK: Scans

  func addScan(
    _ id: UUID, _ filter: ScanFilter, _ continuation: AsyncThrowingStream<Advertisement, any Error>.Continuation
  ) {
    scans[id] = Scan(filter: filter, continuation: continuation)
    updateScan()
  }

  func removeScan(_ id: UUID) {
    guard scans.removeValue(forKey: id) != nil else { return }
    updateScan()
  }

  /// The manager has one scan for everybody: for the services that anybody wants, and for everything where anybody wants that.
  private func updateScan() {
    guard state == .poweredOn else { return }
    guard !scans.isEmpty else {
      if scanned != nil { manager.stopScan() }
      scanned = nil
      return
    }
    let wanted = scans.values.map(\.filter.services)
    let services = wanted.contains([]) ? [] : Set(wanted.joined()).sorted { $0.description < $1.description }
    guard services != scanned else { return }
    scanned = services
    manager.scanForPeripherals(
      withServices: services.isEmpty ? nil : services.map(\.cbUUID),
      options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
  }

  // MARK: Links

  /// Whether a device can be connected to without a scan: because one has seen it, or the system knows it.
  func isKnown(_ device: DeviceID) -> Bool { peripheral(of: device) != nil }

  private func peripheral(of device: DeviceID) -> CBPeripheral? {
    guard let id = UUID(uuidString: device.text) else { return nil }
    if let peripheral = known[id] { return peripheral }
    let found = manager.retrievePeripherals(withIdentifiers: [id]).first
    known[id] = found
    return found
  }

  /// Begins a link with a device that is known and has none.
  func connect(_ device: DeviceID, label: String, number: Int, _ connecting: CheckedContinuation<Void, any Error>) {
    guard links[device] == nil, let peripheral = peripheral(of: device) else {
      return connecting.resume(throwing: AnotherAttempt())
    }
    let link =
      inherited.removeValue(forKey: device)
      ?? AppleLink(number: number, device: device, label: label, peripheral: peripheral)
    link.claim(as: number, label: label)
    links[device] = link
    held[number] = link
    link.connecting = connecting
    link.onHold = { [weak self] write in self?.onHold?(write, number) }
    peripheral.delegate = link
    if peripheral.state == .connected { link.open() } else { manager.connect(peripheral, options: connectOptions) }
  }

  func link(_ number: Int) -> AppleLink? { held[number] }

  /// Ends a link, or the attempt to make one; the link, where the system will say when it is over.
  func end(_ number: Int) -> AppleLink? {
    guard let link = held.removeValue(forKey: number), links[link.device] === link else { return nil }
    let wasOpen = link.isOpen
    link.fail(CancellationError())
    link.lose(.disconnected, deliberately: true)
    manager.cancelPeripheralConnection(link.peripheral)
    // The end of what never began is not always told.
    guard wasOpen else {
      forget(link)
      return nil
    }
    return link
  }

  /// Takes a link out, whatever the system says of it later.
  func forget(_ link: AppleLink) {
    guard links[link.device] === link else { return }
    links[link.device] = nil
    tellFree()
  }

  /// Calls `body` whenever a device has become free; what ends that.
  func onFree(_ body: @escaping () -> Void) -> Int {
    let id = number()
    freeListeners[id] = body
    return id
  }

  func stopTellingFree(_ id: Int) { freeListeners[id] = nil }

  private func tellFree() { for listener in freeListeners.values { listener() } }
}

// MARK: What Core Bluetooth says

extension AppleSession: CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) { changeState(to: RadioState(central.state)) }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    for peripheral in dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? [] {
      let device = DeviceID(peripheral.identifier.uuidString)
      known[peripheral.identifier] = peripheral
      let link = AppleLink(number: 0, device: device, label: peripheral.name ?? device.text, peripheral: peripheral)
      // What the device says now is kept until somebody asks for it.
      peripheral.delegate = link
      inherited[device] = link
      restored.append(
        AppleRestoredDevice(device: device, name: peripheral.name, isConnected: peripheral.state == .connected))
    }
    if dict[CBCentralManagerRestoredStateScanServicesKey] != nil { scanned = [] }
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    known[peripheral.identifier] = peripheral
    let advertisement = AppleAdvertisement.advertisement(peripheral, advertisementData, rssi: RSSI.intValue)
    // The manager's scan is wider than each of those that share it.
    for scan in scans.values where scan.filter.matches(advertisement) { scan.continuation.yield(advertisement) }
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    guard let link = links[DeviceID(peripheral.identifier.uuidString)] else { return }
    link.open()
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    guard let link = links[DeviceID(peripheral.identifier.uuidString)], !link.isOpen, link.loss == nil else { return }
    // Late news of an attempt that was given up.
    if peripheral.state == .connecting { return }
    link.fail(
      BluetoothError.Reason.isWorthAnotherAttempt(error)
        ? AnotherAttempt()
        : error.map { BluetoothError(.connect, device: link.label, BluetoothError.Reason($0)) }
          ?? BluetoothError(.connect, device: link.label, .disconnected))
    forget(link)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    let device = DeviceID(peripheral.identifier.uuidString)
    inherited[device] = nil
    guard let link = links[device] else { return }
    // Late news of an attempt that was given up.
    if !link.isOpen, link.loss == nil, peripheral.state == .connecting { return }
    if !link.isOpen, link.loss == nil { link.fail(AnotherAttempt()) }
    link.lose(.disconnected)
    forget(link)
  }
}

/// An attempt to connect came to nothing for no reason that must last.
struct AnotherAttempt: Error {}
