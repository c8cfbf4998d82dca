import CoreBluetooth
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

struct ConnectionTests {
  private static let device = DeviceID("C0:DE:00:00:00:01")

  @Test func `connect calls didConnect later, not within the call`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      manager.connect(peripheral, options: nil)
      #expect(peripheral.state == .connecting)
      try await stage.until("connect true")
      #expect(stage.observer.calls == ["state poweredOn", "discover Halo trial", "connect true"])
      #expect(await stage.medium.isConnected(Self.device))
      #expect(peripheral.maximumWriteValueLength(for: .withResponse) == 244)
      #expect(peripheral.maximumWriteValueLength(for: .withoutResponse) == 244)
      #expect(!peripheral.ancsAuthorized)
    }
  }

  @Test func `waits for the device without a timeout`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      await stage.medium.move(Self.device, to: 1000)
      manager.connect(peripheral)
      try await stage.pass(3_600)
      #expect(peripheral.state == .connecting)
      #expect(stage.observer.calls == ["state poweredOn", "discover Halo trial"])
      await stage.medium.move(Self.device, to: 1)
      try await stage.until("connect true")
    }
  }

  @Test func `canceling a pending connection calls didDisconnect without an error`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      await stage.medium.move(Self.device, to: 1000)
      manager.connect(peripheral)
      try await stage.pass(1)
      manager.cancelPeripheralConnection(peripheral)
      #expect(peripheral.state == .disconnecting)
      try await stage.until("disconnect well, true")
      await stage.medium.move(Self.device, to: 1)
      try await stage.pass(60)
      #expect(stage.observer.calls == ["state poweredOn", "discover Halo trial", "disconnect well, true"])
    }
  }

  @Test func `canceling a link calls didDisconnect without an error`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let characteristic = try await stage.characteristic(TrialDevice.ID.short, of: peripheral)
      manager.cancelPeripheralConnection(peripheral)
      // Later requests are ignored.
      peripheral.readValue(for: characteristic)
      try await stage.until("disconnect well, true")
      #expect(await !stage.medium.isConnected(Self.device))
      #expect(peripheral.services == nil)
      try await stage.pass(10)
      #expect(stage.observer.calls.last == "disconnect well, true")
      manager.cancelPeripheralConnection(peripheral)
      try await stage.pass(10)
      #expect(stage.observer.calls.last == "disconnect well, true")
    }
  }

  @Test func `connecting while a link ends connects again afterwards`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      manager.cancelPeripheralConnection(peripheral)
      manager.connect(peripheral)
      try await stage.until("connect true", times: 2)
      #expect(stage.observer.calls.suffix(3) == ["connect true", "disconnect well, true", "connect true"])
    }
  }

  @Test func `connecting to a connected device calls didConnect again`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      manager.connect(peripheral)
      #expect(stage.observer.calls.count { $0 == "connect true" } == 1)
      try await stage.until("connect true", times: 2)
    }
  }

  @Test func `reports a link ended by the device as peripheralDisconnected`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      _ = try await stage.characteristic(TrialDevice.ID.short, of: peripheral)
      await stage.medium.dropLink(of: Self.device)
      try await stage.until("disconnect CB 7, true")
      #expect((stage.observer.errors.first as? CBError)?.code == .peripheralDisconnected)
      #expect(stage.observer.errors.first?.localizedDescription.contains("Halo trial") == true)
      #expect(peripheral.services == nil)
      manager.connect(peripheral)
      try await stage.until("connect true", times: 2)
    }
  }

  @Test func `reports a supervision timeout as connectionTimeout`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      _ = try await stage.connected(manager)
      await stage.medium.move(Self.device, to: 1000)
      try await stage.until("disconnect CB 6, true")
    }
  }

  @Test func `reports a link lost while connecting as a failure`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      stage.medium.schedule(.linkLost, atPacket: stage.medium.packetCount + 1)
      manager.connect(peripheral)
      try await stage.until("fail CB 10, true")
      manager.connect(peripheral)
      try await stage.until("connect true")
    }
  }

  @Test func `applies the start delay`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      let start = stage.clock.now
      manager.connect(peripheral, options: [CBConnectPeripheralOptionStartDelayKey: NSNumber(value: 20)])
      try await stage.until("connect true")
      #expect(start.duration(to: stage.clock.now) > .seconds(20))
    }
  }

  @Test func `reconnects a lost link automatically if requested, and reports it`() async throws {
    try await Stage.run { stage in
      let observer = ReconnectionObserver()
      let manager = CBCentralManager(delegate: observer, queue: stage.queue)
      while manager.state != .poweredOn { try await stage.pass(0.1) }
      let peripheral = try #require(
        manager.retrievePeripherals(withIdentifiers: [DeviceIdentifier(Self.device).uuid]).first)
      manager.connect(peripheral, options: [CBConnectPeripheralOptionEnableAutoReconnect: true])
      try await stage.pass(5)
      await stage.medium.dropLink(of: Self.device)
      try await stage.pass(5)
      #expect(observer.calls == ["connected", "lost, reconnecting", "connected"])
      manager.cancelPeripheralConnection(peripheral)
      try await stage.pass(5)
      #expect(observer.calls == ["connected", "lost, reconnecting", "connected", "ended"])
    }
  }

  @Test func `calls only the older of both callbacks for the end of a link, as iOS 17 does`() async throws {
    try await Stage.run { stage in
      let observer = BothObserver()
      let manager = CBCentralManager(delegate: observer, queue: stage.queue)
      while manager.state != .poweredOn { try await stage.pass(0.1) }
      let peripheral = try #require(
        manager.retrievePeripherals(withIdentifiers: [DeviceIdentifier(Self.device).uuid]).first)
      manager.connect(peripheral, options: [CBConnectPeripheralOptionEnableAutoReconnect: true])
      try await stage.pass(5)
      await stage.medium.dropLink(of: Self.device)
      try await stage.pass(5)
      #expect(observer.calls == ["lost"] && peripheral.state == .connected)
      manager.cancelPeripheralConnection(peripheral)
      try await stage.pass(5)
      #expect(observer.calls == ["lost", "ended"])
    }
  }

  @Test func `releasing a peripheral ends its link`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      try await stage.until("state poweredOn")
      manager.scanForPeripherals(withServices: nil)
      try await stage.until("discover Halo trial")
      stage.observer.peripherals.first.map { manager.connect($0) }
      try await stage.until("connect true")
      stage.observer.forgetPeripherals()
      try await stage.pass(5)
      #expect(await !stage.medium.isConnected(Self.device))
    }
  }

  @Test func `reports connection events of registered devices only`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      manager.registerForConnectionEvents(options: [.serviceUUIDs: [CBUUID(string: "1826")]])
      manager.connect(peripheral)
      try await stage.until("connect true")
      manager.registerForConnectionEvents(options: [
        .serviceUUIDs: [CBUUID(string: "180D")], .peripheralUUIDs: [peripheral.identifier],
      ])
      manager.cancelPeripheralConnection(peripheral)
      try await stage.until("event peerDisconnected")
      manager.connect(peripheral)
      try await stage.until("event peerConnected")
      #expect(!stage.observer.calls.prefix(3).contains("event peerConnected"))
    }
  }

  @Test func `a device has the same identifier in the next launch and can be retrieved by it`() async throws {
    let identifier = try #require(UUID(uuidString: "48616C6F-0000-8000-8000-C0DE00000001"))
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      #expect(peripheral.identifier == identifier)
    }
    try await Stage.run { stage in
      let manager = stage.manager()
      try await stage.until("state poweredOn")
      let found = manager.retrievePeripherals(withIdentifiers: [UUID(), identifier])
      let peripheral = try #require(found.first)
      #expect(found.count == 1 && peripheral.identifier == identifier)
      #expect(manager.retrievePeripherals(withIdentifiers: [identifier]).first === peripheral)
      #expect(manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]).isEmpty)
      manager.connect(peripheral)
      try await stage.until("connect true")
    }
  }

  @Test func `devices without an address can be retrieved by identifier after a scan`() async throws {
    try await Stage.run(TrialDevice(address: "trial-1")) { stage in
      let manager = stage.manager()
      let identifier = try await stage.found(manager).identifier
      #expect(identifier == DeviceIdentifier(DeviceID("trial-1")).uuid)
      #expect(identifier != DeviceIdentifier(DeviceID("trial-2")).uuid)
      stage.observer.forgetPeripherals()
      let peripheral = try #require(manager.retrievePeripherals(withIdentifiers: [identifier]).first)
      #expect(peripheral.name == "Halo trial")
      manager.connect(peripheral)
      try await stage.until("connect true")
    }
  }

  @Test func `retrieves connected devices by their services`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      #expect(manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")]) == [peripheral])
      #expect(manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "1826")]).isEmpty)
      #expect(manager.retrieveConnectedPeripherals(withServices: [CBUUID(TrialDevice.ID.twins)]).isEmpty)
      peripheral.discoverServices(nil)
      try await stage.until("services well")
      #expect(manager.retrieveConnectedPeripherals(withServices: [CBUUID(TrialDevice.ID.twins)]) == [peripheral])
    }
  }
}

/// A delegate that implements the newer callback for the end of a link.
private final class ReconnectionObserver: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
  // Unchecked: the state is behind the lock.
  private let lock = NSLock()
  private var taken: [String] = []
  var calls: [String] { lock.withLock { taken } }
  private func note(_ call: String) { lock.withLock { taken.append(call) } }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {}
  func centralManager(_ central: CBCentralManager, didConnect peripheral: CBPeripheral) { note("connected") }
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
    isReconnecting: Bool, error: (any Error)?
  ) {
    #expect(abs(timestamp - Date().timeIntervalSinceReferenceDate) < 600)
    note(isReconnecting && error != nil && peripheral.state == .connecting ? "lost, reconnecting" : "ended")
  }
}

/// A delegate that implements both callbacks for the end of a link.
private final class BothObserver: NSObject, CBCentralManagerDelegate, @unchecked Sendable {
  // Unchecked: the state is behind the lock.
  private let lock = NSLock()
  private var taken: [String] = []
  var calls: [String] { lock.withLock { taken } }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {}
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, timestamp: CFAbsoluteTime,
    isReconnecting: Bool, error: (any Error)?
  ) {
    lock.withLock { taken.append("the newer call") }
  }
  func centralManager(
    _ central: CBCentralManager, didDisconnectPeripheral peripheral: CBPeripheral, error: (any Error)?
  ) {
    lock.withLock { taken.append(error == nil ? "ended" : "lost") }
  }
}
