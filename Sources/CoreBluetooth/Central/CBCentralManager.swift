public import Dispatch
public import Foundation
import HaloBluetooth

/// Scans for devices and connects to them, with the radio that `HALO_RADIO` selects: `bluez`, the real adapter and
/// the default, or `simulated`, an environment with rings and a treadmill. Tests select a radio with
/// ``withCentral(_:clock:isolation:_:)``.
///
/// Its delegate is called on its queue, first with the radio's state. Requests before `poweredOn` are ignored with a
/// message on standard error. Releasing the last reference to a manager ends its scan and its links.
open class CBCentralManager: CBManager {
  /// Optional features of a radio.
  public struct Feature: OptionSet, Sendable {
    /// The bits of the features.
    public let rawValue: UInt
    /// Features with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Extended advertisements and connections.
    public static let extendedScanAndConnect = Feature(rawValue: 1)
  }

  private struct Contents {
    weak var delegate: (any CBCentralManagerDelegate)?
    var peripherals: [DeviceIdentifier: Weak<CBPeripheral>] = [:]
    var watching: Task<Void, Never>?
    var scan: Scan?
    /// The devices whose connection events are reported. Empty lists match all devices; `nil` without a registration.
    var eventMatch: (identifiers: [UUID], services: [CBUUID])?
    /// The scan and connections in progress, for the next manager with this name.
    var restoration = Restoration()
  }

  private let contents: LockedValue<Contents>
  let radio: Radio
  private let callbacks: CallbackQueue
  private let restoreName: String?

  /// A manager without a delegate, on the main queue.
  public override init() {
    contents = LockedValue(Contents())
    radio = Radio.current
    callbacks = CallbackQueue(nil, radio: radio)
    restoreName = nil
    super.init()
    watch()
  }

  /// A manager whose delegate is called on `queue`, or on the main queue if it is `nil`.
  public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
    self.init(delegate: delegate, queue: queue, options: nil)
  }

  /// A manager whose delegate is called on `queue`.
  /// - Parameter options: `CBCentralManagerOptionRestoreIdentifierKey` is the name under which the manager's state is
  ///   saved, so that the next manager with that name restores it: `willRestoreState` is called first, then the
  ///   manager waits for the same devices and continues the scan. The state is stored in
  ///   `~/.local/state/halo/core-bluetooth`. The other options have no effect.
  public init(
    delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
  ) {
    contents = LockedValue(Contents(delegate: delegate))
    radio = Radio.current
    callbacks = CallbackQueue(queue, radio: radio)
    restoreName = options?[CBCentralManagerOptionRestoreIdentifierKey] as? String
    super.init()
    watch()
  }

  deinit {
    let (watching, scan, peripherals) = contents.withLock { ($0.watching, $0.scan, $0.peripherals) }
    watching?.cancel()
    scan?.task?.cancel()
    for peripheral in peripherals.values { peripheral.object?.link?.cancel(silently: true) }
  }

  /// Receives changes of the state, discovered devices and links.
  open weak var delegate: (any CBCentralManagerDelegate)? {
    get { contents.withLock { $0.delegate } }
    set { contents.withLock { $0.delegate = newValue } }
  }

  /// Returns true if this machine's radio supports the features. Halo's radios do not report features, so only an
  /// empty set is supported.
  open class func supports(_ features: Feature) -> Bool { features.isEmpty }

  // MARK: The radio's state

  private func watch() {
    let name = restoreName
    let manager = Weak(self)
    let radio = radio
    let callbacks = callbacks
    let restored = name.flatMap { radio.restoration.read($0) }.flatMap { $0.isEmpty ? nil : $0 }
    let task = radio.start { parts in
      if let restored { callbacks.deliver { manager.object?.restore(restored) } }
      for await state in await parts.central.states() {
        let state = CBManagerState(state)
        // A radio in the initial `unknown` state is not reported.
        callbacks.deliver {
          guard let manager = manager.object, manager.state != state else { return }
          manager.take(state)
        }
      }
    }
    contents.withLock { $0.watching = task }
  }

  private func take(_ state: CBManagerState) {
    radioState.withLock { $0 = state }
    if state != .poweredOn {
      stopScan()
      for peripheral in peripherals where peripheral.state != .disconnected {
        peripheral.link?.cancel(silently: true)
        peripheral.end(.disconnected)
        forget(peripheral)
      }
    }
    delegate?.centralManagerDidUpdateState(self)
    if self.state == .poweredOn { resumeRestored() }
  }

  /// Restores the state of an earlier launch and reports it to the app.
  private func restore(_ restoration: Restoration) {
    let peripherals = restoration.devices.map { saved in
      let device = DeviceID(saved.device)
      return peripheral(device, radio.note(device, name: saved.name))
    }
    var restoredState: [String: Any] = [CBCentralManagerRestoredStatePeripheralsKey: peripherals]
    if let services = restoration.scan {
      restoredState[CBCentralManagerRestoredStateScanServicesKey] = services.map { CBUUID(string: $0) }
      restoredState[CBCentralManagerRestoredStateScanOptionsKey] = [
        CBCentralManagerScanOptionAllowDuplicatesKey: restoration.tellsDuplicates
      ]
    }
    contents.withLock { contents in
      contents.restoration = restoration
      if let services = restoration.scan {
        contents.scan = Scan(
          services: services.compactMap { BluetoothUUID($0) }, tellsDuplicates: restoration.tellsDuplicates)
      }
    }
    for peripheral in peripherals { peripheral.wait(for: link(to: peripheral, Link.Options())) }
    delegate?.centralManager(self, willRestoreState: restoredState)
  }

  /// Continues the restored scan and connections after the radio turned on.
  private func resumeRestored() {
    for peripheral in peripherals where peripheral.state == .connecting {
      if let link = peripheral.link, !link.hasStarted { link.start(radio) }
    }
    if let scan = contents.withLock({ $0.scan }), scan.task == nil { begin(scan) }
  }

  private func updateRestoration(_ change: (inout Restoration) -> Void) {
    guard let restoreName else { return }
    let restoration = contents.withLock { contents in
      change(&contents.restoration)
      return contents.restoration
    }
    radio.restoration.write(restoration, restoreName)
  }

  /// Returns true if the radio is on. Otherwise, logs the request that is ignored.
  private func isOn(for what: String) -> Bool {
    if state == .poweredOn { return true }
    UsageLog.log("Bluetooth is not on (\(state)), so \(what) does nothing. Wait for centralManagerDidUpdateState.")
    return false
  }

  // MARK: Scanning

  /// True while scanning.
  open var isScanning: Bool { contents.withLock { $0.scan != nil } }

  /// Scans for devices that advertise one of these services, or for all devices if none is given. Replaces a scan in
  /// progress.
  ///
  /// A device is reported once, and again only when its name, services or data first become known. With
  /// `CBCentralManagerScanOptionAllowDuplicatesKey`, every advertisement is reported.
  open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
    guard isOn(for: "scanForPeripherals") else { return }
    begin(
      Scan(
        services: (serviceUUIDs ?? []).map(\.value),
        tellsDuplicates: (options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? NSNumber)?.boolValue ?? false))
  }

  /// Stops the scan.
  open func stopScan() {
    guard let scan = contents.withLock({ $0.scan.take() }) else { return }
    scan.task?.cancel()
    updateRestoration { $0.scan = nil }
  }

  private func begin(_ scan: Scan) {
    let manager = Weak(self)
    let callbacks = callbacks
    let number = scan.number
    let filter = ScanFilter(services: scan.services)
    var scan = scan
    let task = radio.start { parts in
      do {
        for try await advertisement in parts.central.scan(filter) {
          callbacks.deliver { manager.object?.take(advertisement, of: number) }
        }
      } catch let error as BluetoothError {
        if case .radio = error.reason { return }
        callbacks.deliver { manager.object?.end(number, error) }
      } catch {
        // The scan was canceled.
      }
    }
    scan.task = task
    let earlier = contents.withLock { exchange(&$0.scan, with: scan) }
    earlier?.task?.cancel()
    updateRestoration { restoration in
      restoration.scan = scan.services.map(\.description)
      restoration.tellsDuplicates = scan.tellsDuplicates
    }
  }

  private func end(_ number: Scan.Number, _ error: BluetoothError) {
    let isPresent = contents.withLock { contents in
      guard contents.scan?.number === number else { return false }
      contents.scan = nil
      return true
    }
    if isPresent { UsageLog.log("the scan has ended: \(error)") }
  }

  private func take(_ advertisement: Advertisement, of number: Scan.Number) {
    let identifier = radio.note(
      advertisement.device, name: advertisement.name, services: advertisement.services)
    let isReportable = contents.withLock { contents in
      guard contents.scan?.number === number else { return false }
      return contents.scan?.isReportable(advertisement) ?? false
    }
    guard isReportable else { return }
    let peripheral = peripheral(advertisement.device, identifier)
    if let name = advertisement.name, peripheral.take(name: name) {
      peripheral.delegate?.peripheralDidUpdateName(peripheral)
    }
    delegate?.centralManager(
      self, didDiscover: peripheral, advertisementData: advertisement.data,
      rssi: NSNumber(value: advertisement.rssi ?? 127))
  }

  // MARK: Connecting

  /// Connects to a device without a timeout: the device may be switched off or out of range. `didConnect` reports
  /// the connection; ``cancelPeripheralConnection(_:)`` stops waiting.
  ///
  /// - Parameter options: `CBConnectPeripheralOptionStartDelayKey` and `CBConnectPeripheralOptionEnableAutoReconnect`
  ///   are supported; the others have no effect.
  open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
    guard isOn(for: "connect") else { return }
    guard peripheral.manager === self else {
      return UsageLog.log("connect does nothing with a peripheral of another manager; retrieve it from this one.")
    }
    var linkOptions = Link.Options()
    if let delay = options?[CBConnectPeripheralOptionStartDelayKey] as? NSNumber {
      linkOptions.delay = .seconds(max(0, delay.doubleValue))
    }
    linkOptions.reconnects = (options?[CBConnectPeripheralOptionEnableAutoReconnect] as? NSNumber)?.boolValue ?? false
    switch peripheral.state {
    case .connecting: return
    case .connected:
      let manager = Weak(self)
      let callbacks = callbacks
      let peripheral = UncheckedBox(peripheral)
      radio.start { _ in
        callbacks.deliver {
          guard let manager = manager.object, peripheral.value.state == .connected else { return }
          manager.delegate?.centralManager(manager, didConnect: peripheral.value)
        }
      }
    case .disconnecting where peripheral.connectAfterwards(linkOptions): return
    case .disconnecting, .disconnected: begin(peripheral, linkOptions)
    }
  }

  private func begin(_ peripheral: CBPeripheral, _ linkOptions: Link.Options) {
    let link = link(to: peripheral, linkOptions)
    peripheral.wait(for: link)
    updateRestoration { restoration in
      restoration.devices.removeAll { $0.identifier == peripheral.identifier }
      restoration.devices.append(
        Restoration.Device(
          identifier: peripheral.identifier, device: peripheral.device.text, name: peripheral.name))
    }
    link.start(radio)
  }

  private func link(to peripheral: CBPeripheral, _ linkOptions: Link.Options) -> Link {
    Link(to: peripheral.device, options: linkOptions, callbacks: callbacks, manager: self, peripheral: peripheral)
  }

  /// Ends a link or a connection attempt. `didDisconnectPeripheral` reports it, without an error.
  open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
    guard isOn(for: "cancelPeripheralConnection") else { return }
    peripheral.beginEnding()?.cancel()
  }

  private func forget(_ peripheral: CBPeripheral) {
    updateRestoration { $0.devices.removeAll { $0.identifier == peripheral.identifier } }
  }

  func reportConnected(_ peripheral: CBPeripheral) {
    delegate?.centralManager(self, didConnect: peripheral)
    reportEvent(.peerConnected, of: peripheral)
  }

  func reportFailure(_ peripheral: CBPeripheral, _ error: any Error) {
    forget(peripheral)
    delegate?.centralManager(self, didFailToConnect: peripheral, error: error)
  }

  func reportEnd(_ peripheral: CBPeripheral, _ error: (any Error)?) {
    if !peripheral.isReconnecting { forget(peripheral) }
    delegate?.centralManager(self, didDisconnectPeripheral: peripheral, error: error)
    reportEvent(.peerDisconnected, of: peripheral)
    if let next = peripheral.takeNext(), state == .poweredOn { begin(peripheral, next) }
  }

  // MARK: Known devices

  /// Returns the known devices with these identifiers: devices that this program has found, and devices whose
  /// identifier contains their address.
  open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
    identifiers.compactMap { uuid in
      let identifier = DeviceIdentifier(uuid)
      return radio.device(identifier).map { peripheral($0.device, identifier) }
    }
  }

  /// Returns the devices that this manager is connected to and that have one of these services, advertised or
  /// discovered.
  open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
    peripherals.filter { $0.state == .connected && has(serviceUUIDs, $0) }
  }

  /// Registers for connections and disconnections of this manager's devices. `nil` ends the registration.
  open func registerForConnectionEvents(options: [CBConnectionEventMatchingOption: Any]? = nil) {
    contents.withLock {
      $0.eventMatch = options.map { ($0[.peripheralUUIDs] as? [UUID] ?? [], $0[.serviceUUIDs] as? [CBUUID] ?? []) }
    }
  }

  private func reportEvent(_ event: CBConnectionEvent, of peripheral: CBPeripheral) {
    guard let match = contents.withLock({ $0.eventMatch }),
      match.identifiers.isEmpty || match.identifiers.contains(peripheral.identifier),
      match.services.isEmpty || has(match.services, peripheral)
    else { return }
    delegate?.centralManager(self, connectionEventDidOccur: event, for: peripheral)
  }

  private func has(_ services: [CBUUID], _ peripheral: CBPeripheral) -> Bool {
    let advertised = radio.device(DeviceIdentifier(peripheral.identifier))?.services ?? []
    let discovered = peripheral.services ?? []
    return services.contains { uuid in advertised.contains(uuid.value) || discovered.contains { $0.uuid == uuid } }
  }

  /// The peripherals that are still retained.
  private var peripherals: [CBPeripheral] {
    contents.withLock { $0.peripherals.values.compactMap(\.object) }
      .sorted { $0.identifier.uuidString < $1.identifier.uuidString }
  }

  /// Returns the only object for a device.
  private func peripheral(_ device: DeviceID, _ identifier: DeviceIdentifier) -> CBPeripheral {
    let name = radio.device(identifier)?.name
    return contents.withLock { contents in
      if let known = contents.peripherals[identifier]?.object {
        if let name, known.name == nil { _ = known.take(name: name) }
        return known
      }
      let peripheral = CBPeripheral(device, identifier: identifier, name: name, manager: self)
      contents.peripherals[identifier] = Weak(peripheral)
      return peripheral
    }
  }
}
