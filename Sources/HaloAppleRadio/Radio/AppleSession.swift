import CoreBluetooth
import Dispatch
import Foundation

/// Core Bluetooth's manager, the scans that share it, and the links. It is confined to the radio's queue, on which Core
/// Bluetooth calls back, and therefore not `Sendable`.
final class AppleSession: NSObject {
  private struct Scan {
    let filter: ScanFilter
    let continuation: AsyncThrowingStream<Advertisement, any Error>.Continuation
  }

  private let queue: DispatchQueue
  private let restoreIdentifier: String?
  private let options: AppleConnectOptions
  private var current: CBCentralManager?
  private var manager: CBCentralManager {
    if let current { return current }
    var options: [String: Any] = [:]
    #if !os(macOS)
      if let restoreIdentifier { options[CBCentralManagerOptionRestoreIdentifierKey] = restoreIdentifier }
    #endif
    let manager = CBCentralManager(delegate: self, queue: queue, options: options)
    current = manager
    return manager
  }

  private var known: [UUID: CBPeripheral] = [:]
  /// The current link of each device.
  private(set) var links: [DeviceID: AppleLink] = [:]
  /// The links of connections that are still held, including links that have ended.
  private var retainedLinks: [Int: AppleLink] = [:]
  private(set) var restored: [AppleRestoredDevice] = []
  /// Links restored from an earlier launch, without a connection yet.
  private var restoredLinks: [DeviceID: AppleLink] = [:]
  private var scans: [UUID: Scan] = [:]
  /// The services of the current scan: `nil` without a scan, empty for all devices.
  private var scanned: [BluetoothUUID]?
  let stateChanges = Broadcast<RadioState>()
  /// Sends whenever ``links`` has changed.
  let linkChanges = Broadcast<Void>()
  private var nextNumber = 1
  /// Called for a write that has to wait.
  var onDelayedWrite: ((_ write: Int, _ link: Int) -> Void)?
  private(set) var state = RadioState.unknown

  init(queue: DispatchQueue, restoreIdentifier: String?, options: AppleConnectOptions) {
    self.queue = queue
    self.restoreIdentifier = restoreIdentifier
    self.options = options
  }

  /// Creates the manager. Apple systems may ask the user for permission now.
  func start() { _ = manager }

  /// Ends all links and scans and releases the manager. The next use creates another.
  func stop() {
    for link in links.values { current?.cancelPeripheralConnection(link.peripheral) }
    current?.delegate = nil
    current = nil
    restored.removeAll()
    changeState(to: .unknown)
  }

  /// Returns a new unique number.
  func number() -> Int {
    defer { nextNumber += 1 }
    return nextNumber
  }

  // MARK: State

  private func changeState(to new: RadioState) {
    guard new != state else { return }
    state = new
    if new != .poweredOn {
      // Core Bluetooth does not call back for scans and links that end with the radio.
      for scan in scans.values {
        scan.continuation.finish(throwing: BluetoothError(.scan, device: nil, .radio(new)))
      }
      scans.removeAll()
      scanned = nil
      for link in links.values { link.lose(.radio(new)) }
      links.removeAll()
      restoredLinks.removeAll()
      linkChanges.send(())
      // Core Bluetooth's objects are then invalid.
      if new != .resetting { known.removeAll() }
    }
    // Stops a scan that the system restored from an earlier launch; it has no listener.
    if new == .poweredOn { updateScan() }
    stateChanges.send(new)
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

  /// Updates the manager's only scan: for the services of all filters, or for all devices if one filter has no
  /// services.
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

  /// Returns true if a device can be connected without a scan, because a scan has found it or the system knows it.
  func isKnown(_ device: DeviceID) -> Bool { peripheral(of: device) != nil }

  private func peripheral(of device: DeviceID) -> CBPeripheral? {
    guard let id = UUID(uuidString: device.text) else { return nil }
    if let peripheral = known[id] { return peripheral }
    let found = manager.retrievePeripherals(withIdentifiers: [id]).first
    known[id] = found
    return found
  }

  /// Starts a link with a known device that has no link.
  func connect(
    _ device: DeviceID, label: String, number: Int, after delay: Duration?,
    _ connecting: CheckedContinuation<Void, any Error>
  ) {
    guard links[device] == nil, let peripheral = peripheral(of: device) else {
      return connecting.resume(throwing: RetryableFailure())
    }
    let link =
      restoredLinks.removeValue(forKey: device)
      ?? AppleLink(number: number, device: device, label: label, peripheral: peripheral)
    link.claim(as: number, label: label)
    links[device] = link
    retainedLinks[number] = link
    link.connecting = connecting
    link.onDelayedWrite = { [weak self] write in self?.onDelayedWrite?(write, number) }
    peripheral.delegate = link
    if peripheral.state == .connected {
      link.open()
    } else {
      var options = options
      options.startDelay = delay ?? options.startDelay
      manager.connect(peripheral, options: options.dictionary)
    }
    linkChanges.send(())
  }

  func link(_ number: Int) -> AppleLink? { retainedLinks[number] }

  /// Ends a link or a connection attempt. Returns the link if the system will report its end.
  func end(_ number: Int) -> AppleLink? {
    guard let link = retainedLinks.removeValue(forKey: number), links[link.device] === link else { return nil }
    let wasOpen = link.isOpen
    link.fail(CancellationError())
    link.lose(.disconnected, deliberately: true)
    manager.cancelPeripheralConnection(link.peripheral)
    // The end of an attempt is not always reported.
    guard wasOpen else {
      forget(link)
      return nil
    }
    return link
  }

  /// Removes a link. Later reports about it are ignored.
  func forget(_ link: AppleLink) {
    guard links[link.device] === link else { return }
    links[link.device] = nil
    linkChanges.send(())
  }
}

// MARK: Callbacks of Core Bluetooth

extension AppleSession: CBCentralManagerDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) { changeState(to: RadioState(central.state)) }

  func centralManager(_ central: CBCentralManager, willRestoreState dict: [String: Any]) {
    for peripheral in dict[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral] ?? [] {
      let device = DeviceID(peripheral.identifier.uuidString)
      known[peripheral.identifier] = peripheral
      let link = AppleLink(number: 0, device: device, label: peripheral.name ?? device.text, peripheral: peripheral)
      // The link keeps the device's values until a connection claims it.
      peripheral.delegate = link
      restoredLinks[device] = link
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
    // The manager's scan is wider than the individual filters.
    for scan in scans.values where scan.filter.matches(advertisement) { scan.continuation.yield(advertisement) }
  }

  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) {
    links[DeviceID(peripheral.identifier.uuidString)]?.open()
  }

  func centralManager(
    _ central: CBCentralManager, didFailToConnect peripheral: CBPeripheral, error: (any Error)?
  ) {
    guard let link = links[DeviceID(peripheral.identifier.uuidString)], !link.isOpen, link.loss == nil else { return }
    // A late report about an abandoned attempt.
    if peripheral.state == .connecting { return }
    link.fail(
      BluetoothError.Reason.isRetryable(error)
        ? RetryableFailure()
        : error.map { BluetoothError(.connect, device: link.label, BluetoothError.Reason($0)) }
          ?? BluetoothError(.connect, device: link.label, .disconnected))
    forget(link)
  }

  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    let device = DeviceID(peripheral.identifier.uuidString)
    restoredLinks[device] = nil
    guard let link = links[device] else { return }
    // A late report about an abandoned attempt.
    if !link.isOpen, link.loss == nil, peripheral.state == .connecting { return }
    if !link.isOpen, link.loss == nil { link.fail(RetryableFailure()) }
    link.lose(.disconnected)
    forget(link)
  }
}

/// A failed attempt to connect that can be retried.
struct RetryableFailure: Error {}
