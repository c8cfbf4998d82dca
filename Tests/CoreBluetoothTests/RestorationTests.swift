import CoreBluetooth
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

struct RestorationTests {
  private static let options: [String: any Sendable] = [CBCentralManagerOptionRestoreIdentifierKey: "trial"]

  @Test func `the next launch restores connections before any other callback`() async throws {
    try await Stage.run { stage in
      var manager: CBCentralManager? = stage.manager(Self.options)
      let identifier = try await stage.connected(try #require(manager)).identifier
      let before = stage.observer.calls
      manager = nil
      stage.observer.forgetPeripherals()
      try await stage.pass(5)
      #expect(await !stage.medium.isConnected(DeviceID("C0:DE:00:00:00:01")))
      let next = stage.manager(Self.options)
      try await stage.until("connect true", times: 2)
      #expect(stage.observer.calls == before + ["restore", "state poweredOn", "connect true"])
      let restored = stage.observer.restored[CBCentralManagerRestoredStatePeripheralsKey] as? [CBPeripheral]
      #expect(restored?.map(\.identifier) == [identifier] && restored?.first?.name == "Halo trial")
      #expect(!next.isScanning)
    }
  }

  @Test func `the next launch continues the scan`() async throws {
    try await Stage.run { stage in
      var manager: CBCentralManager? = stage.manager(Self.options)
      try await stage.until("state poweredOn")
      manager?.scanForPeripherals(
        withServices: [CBUUID(string: "180D")], options: [CBCentralManagerScanOptionAllowDuplicatesKey: true])
      manager = nil
      let next = stage.manager(Self.options)
      try await stage.until("restore")
      #expect(next.isScanning)
      let services = stage.observer.restored[CBCentralManagerRestoredStateScanServicesKey] as? [CBUUID]
      let options = stage.observer.restored[CBCentralManagerRestoredStateScanOptionsKey] as? [String: Any]
      #expect(services == [CBUUID(string: "180D")])
      #expect(options?[CBCentralManagerScanOptionAllowDuplicatesKey] as? Bool == true)
      try await stage.until("discover Halo trial", times: 3)
    }
  }

  @Test func `ended connections are not restored`() async throws {
    try await Stage.run { stage in
      var manager: CBCentralManager? = stage.manager(Self.options)
      let peripheral = try await stage.connected(try #require(manager))
      manager?.cancelPeripheralConnection(peripheral)
      try await stage.until("disconnect well, true")
      manager = nil
      let next = stage.manager(Self.options)
      try await stage.until("state poweredOn", times: 2)
      #expect(!stage.observer.calls.contains("restore") && !next.isScanning)
    }
  }

  @Test func `a manager with another name restores nothing`() async throws {
    try await Stage.run { stage in
      var manager: CBCentralManager? = stage.manager(Self.options)
      _ = try await stage.connected(try #require(manager))
      manager = nil
      let next = stage.manager([CBCentralManagerOptionRestoreIdentifierKey: "another"])
      try await stage.until("state poweredOn", times: 2)
      #expect(!stage.observer.calls.contains("restore") && next.state == .poweredOn)
    }
  }
}
