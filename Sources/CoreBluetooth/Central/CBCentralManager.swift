#if !canImport(Darwin)
  public import Dispatch
  public import Foundation
  import HaloBluetooth

  /// Looks for devices and connects to them, with the radio that `HALO_RADIO` names: `bluez`, the real adapter, also where it is not set;
  /// `simulated`, a place with two rings and a treadmill. Tests choose by ``withCentral(_:clock:isolation:_:)``.
  ///
  /// Its delegate is called on its queue, first with the radio's state. What is asked for before that is `poweredOn` is not done, and
  /// standard error says so. With the last reference to a manager its scan and its links end.
  open class CBCentralManager: CBManager {
    /// What a radio may be able to do beyond the usual.
    public struct Feature: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// Extended advertisements and connections.
      public static let extendedScanAndConnect = Feature(rawValue: 1)
    }

    private struct Contents {
      weak var delegate: (any CBCentralManagerDelegate)?
      var peripherals: [DeviceIdentifier: Weak<CBPeripheral>] = [:]
      var watching: Task<Void, Never>?
      var scan: Scan?
      /// Of whom connection events are told; `nil` for nobody.
      var eventMatch: EventMatch?
      /// What is under way, for the next manager of this name.
      var restoration = Restoration()
    }

    private let contents: Guarded<Contents>
    let radio: Radio
    private let callbacks: CallbackQueue
    private let restoreName: String?

    /// A manager without anybody who hears of it, on the main queue.
    public override init() {
      contents = Guarded(Contents())
      radio = Radio.current
      callbacks = CallbackQueue(nil, radio: radio)
      restoreName = nil
      super.init()
      watch()
    }

    /// A manager whose delegate is called on `queue`; on the main queue where it is `nil`.
    public convenience init(delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?) {
      self.init(delegate: delegate, queue: queue, options: nil)
    }

    /// A manager whose delegate is called on `queue`.
    /// - Parameter options: `CBCentralManagerOptionRestoreIdentifierKey` names what the manager has under way, so that the next one of
    ///   that name takes it up again: it hears of `willRestoreState` first, waits for the same devices, and goes on scanning. Where it is
    ///   kept is `~/.local/state/halo/core-bluetooth`. The other options change nothing.
    public init(
      delegate: (any CBCentralManagerDelegate)?, queue: DispatchQueue?, options: [String: Any]? = nil
    ) {
      contents = Guarded(Contents(delegate: delegate))
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

    /// Who hears of states, devices and links.
    open weak var delegate: (any CBCentralManagerDelegate)? {
      get { contents.withLock { $0.delegate } }
      set { contents.withLock { $0.delegate = newValue } }
    }

    /// Whether this machine's radio can do that. Halo's radios say nothing of it, so: no.
    open class func supports(_ features: Feature) -> Bool { features.isEmpty }

    // MARK: The radio's state

    private func watch() {
      let name = restoreName
      let manager = Weak(self)
      let (radio, callbacks) = (radio, callbacks)
      let restored = name.flatMap { radio.restoration.read($0) }.flatMap { $0.isEmpty ? nil : $0 }
      let task = radio.start { parts in
        if let restored { callbacks.deliver { manager.object?.restore(restored) } }
        for await state in await parts.central.states() {
          let state = CBManagerState(state)
          // Nobody hears of a radio that is not known yet.
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
      if self.state == .poweredOn { takeUp() }
    }

    /// Tells the app what an earlier launch had under way.
    private func restore(_ restoration: Restoration) {
      let peripherals = restoration.devices.map { saved in
        let device = DeviceID(saved.device)
        return peripheral(device, radio.note(device, name: saved.name))
      }
      var told: [String: Any] = [CBCentralManagerRestoredStatePeripheralsKey: peripherals]
      if let services = restoration.scan {
        told[CBCentralManagerRestoredStateScanServicesKey] = services.map { CBUUID(string: $0) }
        told[CBCentralManagerRestoredStateScanOptionsKey] = [
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
      delegate?.centralManager(self, willRestoreState: told)
    }

    /// Goes on with what was restored, now that the radio is on.
    private func takeUp() {
      for peripheral in peripherals where peripheral.state == .connecting {
        if let link = peripheral.link, !link.hasStarted { link.start(radio) }
      }
      if let scan = contents.withLock({ $0.scan }), scan.task == nil { begin(scan) }
    }

    private func keep(_ change: (inout Restoration) -> Void) {
      guard let restoreName else { return }
      let restoration = contents.withLock { contents in
        change(&contents.restoration)
        return contents.restoration
      }
      radio.restoration.write(restoration, restoreName)
    }

    /// Whether the radio is on; otherwise it says what is not done.
    private func isOn(for what: String) -> Bool {
      if state == .poweredOn { return true }
      Misuse.log("Bluetooth is not on (\(state)), so \(what) does nothing. Wait for centralManagerDidUpdateState.")
      return false
    }

    // MARK: Scanning

    /// Whether it scans.
    open var isScanning: Bool { contents.withLock { $0.scan != nil } }

    /// Looks for devices that advertise one of these services; for all where none is named. A scan that is under way becomes this one.
    ///
    /// A device is told once, and again only when a name, services or data of it become known; with
    /// `CBCentralManagerScanOptionAllowDuplicatesKey` each advertisement is told.
    open func scanForPeripherals(withServices serviceUUIDs: [CBUUID]?, options: [String: Any]? = nil) {
      guard isOn(for: "scanForPeripherals") else { return }
      begin(
        Scan(
          services: (serviceUUIDs ?? []).map(\.value),
          tellsDuplicates: (options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? NSNumber)?.boolValue ?? false))
    }

    /// Looks no longer.
    open func stopScan() {
      let scan = contents.withLock { contents in
        defer { contents.scan = nil }
        return contents.scan
      }
      guard let scan else { return }
      scan.task?.cancel()
      keep { $0.scan = nil }
    }

    private func begin(_ scan: Scan) {
      let (manager, callbacks) = (Weak(self), callbacks)
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
          // It was cancelled.
        }
      }
      scan.task = task
      let earlier = contents.withLock { contents in
        defer { contents.scan = scan }
        return contents.scan
      }
      earlier?.task?.cancel()
      keep { restoration in
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
      if isPresent { Misuse.log("the scan has ended: \(error)") }
    }

    private func take(_ advertisement: Advertisement, of number: Scan.Number) {
      let identifier = radio.note(
        advertisement.device, name: advertisement.name, services: advertisement.services)
      let isTold = contents.withLock { contents in
        guard contents.scan?.number === number else { return false }
        return contents.scan?.isNews(advertisement) ?? false
      }
      guard isTold else { return }
      let peripheral = peripheral(advertisement.device, identifier)
      if let name = advertisement.name, peripheral.take(name: name) {
        peripheral.delegate?.peripheralDidUpdateName(peripheral)
      }
      delegate?.centralManager(
        self, didDiscover: peripheral, advertisementData: advertisement.data,
        rssi: NSNumber(value: advertisement.rssi ?? 127))
    }

    // MARK: Connecting

    /// Connects, however long it takes: the device may be switched off, or far away. `didConnect` tells;
    /// ``cancelPeripheralConnection(_:)`` gives it up.
    ///
    /// - Parameter options: `CBConnectPeripheralOptionStartDelayKey` and `CBConnectPeripheralOptionEnableAutoReconnect` do as they say;
    ///   the others change nothing.
    open func connect(_ peripheral: CBPeripheral, options: [String: Any]? = nil) {
      guard isOn(for: "connect") else { return }
      guard peripheral.manager === self else {
        return Misuse.log("connect does nothing with a peripheral of another manager; retrieve it from this one.")
      }
      var wishes = Link.Options()
      if let delay = options?[CBConnectPeripheralOptionStartDelayKey] as? NSNumber {
        wishes.delay = .seconds(max(0, delay.doubleValue))
      }
      wishes.reconnects = (options?[CBConnectPeripheralOptionEnableAutoReconnect] as? NSNumber)?.boolValue ?? false
      switch peripheral.state {
      case .connecting: return
      case .connected:
        let (manager, callbacks, peripheral) = (Weak(self), callbacks, Crossing(peripheral))
        radio.start { _ in
          callbacks.deliver {
            guard let manager = manager.object, peripheral.value.state == .connected else { return }
            manager.delegate?.centralManager(manager, didConnect: peripheral.value)
          }
        }
      case .disconnecting where peripheral.connectAfterwards(wishes): return
      case .disconnecting, .disconnected: begin(peripheral, wishes)
      }
    }

    private func begin(_ peripheral: CBPeripheral, _ wishes: Link.Options) {
      let link = link(to: peripheral, wishes)
      peripheral.wait(for: link)
      keep { restoration in
        restoration.devices.removeAll { $0.identifier == peripheral.identifier }
        restoration.devices.append(
          Restoration.Device(
            identifier: peripheral.identifier, device: peripheral.device.text, name: peripheral.name))
      }
      link.start(radio)
    }

    private func link(to peripheral: CBPeripheral, _ wishes: Link.Options) -> Link {
      Link(to: peripheral.device, options: wishes, callbacks: callbacks, manager: self, peripheral: peripheral)
    }

    /// Ends a link, or the wait for one; `didDisconnectPeripheral` tells, without an error.
    open func cancelPeripheralConnection(_ peripheral: CBPeripheral) {
      guard isOn(for: "cancelPeripheralConnection") else { return }
      peripheral.beginEnding()?.cancel()
    }

    private func forget(_ peripheral: CBPeripheral) {
      keep { $0.devices.removeAll { $0.identifier == peripheral.identifier } }
    }

    func tellConnected(_ peripheral: CBPeripheral) {
      delegate?.centralManager(self, didConnect: peripheral)
      tell(.peerConnected, of: peripheral)
    }

    func tellFailure(_ peripheral: CBPeripheral, _ error: any Error) {
      forget(peripheral)
      delegate?.centralManager(self, didFailToConnect: peripheral, error: error)
    }

    func tellEnd(_ peripheral: CBPeripheral, _ error: (any Error)?, isReconnecting: Bool) {
      if !isReconnecting { forget(peripheral) }
      delegate?.centralManager(
        self, didDisconnectPeripheral: peripheral, timestamp: Date().timeIntervalSinceReferenceDate,
        isReconnecting: isReconnecting, error: error)
      tell(.peerDisconnected, of: peripheral)
      if let next = peripheral.takeNext(), state == .poweredOn { begin(peripheral, next) }
    }

    // MARK: Devices that are known

    /// The devices of these identifiers, as far as they are known: those that this program has seen, and those whose identifier tells their
    /// address, seen or not.
    open func retrievePeripherals(withIdentifiers identifiers: [UUID]) -> [CBPeripheral] {
      identifiers.compactMap { uuid in
        let identifier = DeviceIdentifier(uuid)
        return radio.device(identifier).map { peripheral($0.device, identifier) }
      }
    }

    /// The devices that this manager is connected to and that have one of these services, advertised or discovered.
    open func retrieveConnectedPeripherals(withServices serviceUUIDs: [CBUUID]) -> [CBPeripheral] {
      peripherals.filter { $0.state == .connected && has(serviceUUIDs, $0) }
    }

    /// Asks to be told of connections and disconnections of this manager's devices; no longer where `options` is `nil`.
    open func registerForConnectionEvents(options: [CBConnectionEventMatchingOption: Any]? = nil) {
      contents.withLock { $0.eventMatch = options.map(EventMatch.init) }
    }

    private func tell(_ event: CBConnectionEvent, of peripheral: CBPeripheral) {
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

    /// Those that somebody retains.
    private var peripherals: [CBPeripheral] {
      contents.withLock { $0.peripherals.values.compactMap(\.object) }
        .sorted { $0.identifier.uuidString < $1.identifier.uuidString }
    }

    /// The one object for a device.
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
#endif
