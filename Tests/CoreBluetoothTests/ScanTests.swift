import CoreBluetooth
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Synchronization
import Testing

struct ScanTests {
  @Test func `a scan reports a device once, with its full advertisement`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      try await stage.until("state poweredOn")
      manager.scanForPeripherals(withServices: nil)
      #expect(manager.isScanning)
      try await stage.until("discover Halo trial")
      try await stage.pass(30)
      #expect(stage.observer.calls == ["state poweredOn", "discover Halo trial"])
      let data = try #require(stage.observer.advertisements.first)
      #expect(data[CBAdvertisementDataLocalNameKey] as? String == "Halo trial")
      #expect(data[CBAdvertisementDataServiceUUIDsKey] as? [CBUUID] == [CBUUID(string: "180D")])
      #expect(data[CBAdvertisementDataManufacturerDataKey] as? Data == Data([0x34, 0x12, 1, 2, 3]))
      #expect(data[CBAdvertisementDataIsConnectable] as? Bool == true)
      #expect((data[CBAdvertisementDataIsConnectable] as? NSNumber)?.boolValue == true)
      let peripheral = try #require(stage.observer.peripherals.first)
      #expect(peripheral.name == "Halo trial" && peripheral.state == .disconnected && peripheral.services == nil)
    }
  }

  @Test func `with duplicates, reports each advertisement with the same object`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      try await stage.until("state poweredOn")
      manager.scanForPeripherals(withServices: [], options: [CBCentralManagerScanOptionAllowDuplicatesKey: 1])
      try await stage.until("discover Halo trial", times: 20)
      #expect(stage.observer.peripherals.count == 1)
    }
  }

  @Test func `reports only devices that advertise one of the services`() async throws {
    try await Stage.run { stage in
      await stage.medium.add(TrialDevice(address: "C0:DE:00:00:00:02", name: "Other"))
      let manager = stage.manager()
      try await stage.until("state poweredOn")
      manager.scanForPeripherals(withServices: [CBUUID(string: "1826")])
      try await stage.pass(30)
      #expect(stage.observer.calls == ["state poweredOn"])
      manager.scanForPeripherals(withServices: [CBUUID(string: "1826"), CBUUID(string: "180D")])
      try await stage.until("discover Other")
      try await stage.until("discover Halo trial")
      #expect(Set(stage.observer.peripherals.map(\.identifier)).count == 2)
    }
  }

  @Test func `stopScan ends reports, and a new scan reports devices again`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      try await stage.until("state poweredOn")
      manager.scanForPeripherals(withServices: nil)
      try await stage.until("discover Halo trial")
      manager.stopScan()
      #expect(!manager.isScanning)
      await stage.medium.add(TrialDevice(address: "C0:DE:00:00:00:02", name: "Other"))
      try await stage.pass(30)
      #expect(stage.observer.calls == ["state poweredOn", "discover Halo trial"])
      manager.scanForPeripherals(withServices: nil)
      try await stage.until("discover Halo trial", times: 2)
      try await stage.until("discover Other")
    }
  }

  @Test func `reports a new name and a changed name`() async throws {
    let device = ChangingDevice()
    try await Stage.run(device) { stage in
      let manager = stage.manager()
      try await stage.until("state poweredOn")
      manager.scanForPeripherals(withServices: nil)
      try await stage.until("discover -")
      stage.observer.peripherals[0].delegate = stage.observer
      device.name = "One"
      try await stage.until("discover One")
      manager.stopScan()
      device.name = "Two"
      manager.scanForPeripherals(withServices: nil)
      try await stage.until("discover Two")
      #expect(stage.observer.calls == ["state poweredOn", "discover -", "discover One", "name Two", "discover Two"])
      #expect(stage.observer.peripherals.count == 1)
    }
  }
}

/// A device whose name and services can change.
final class ChangingDevice: VirtualPeripheral {
  private let state = Mutex<(name: String?, services: [Service])>((nil, []))
  private let links = Mutex<VirtualLink?>(nil)
  static let changed = Characteristic(uuid: 0x2A05, service: 0x1801, instance: 1, properties: .indicate)
  static let generic = Service(uuid: 0x1801, characteristics: [changed])

  init(services: [Service] = []) { state.withLock { $0.services = services } }

  var name: String? {
    get { state.withLock { $0.name } }
    set { state.withLock { $0.name = newValue } }
  }

  /// Replaces the services and indicates the change.
  func change(to services: [Service]) async {
    state.withLock { $0.services = services }
    await links.withLock { $0 }?.notify([1, 0, 0xFF, 0xFF], on: 0x2A05)
  }

  var profile: PeripheralProfile {
    state.withLock { PeripheralProfile(device: DeviceID("C0:DE:00:00:00:03"), name: $0.name, services: $0.services) }
  }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] { [1] }

  func serve(_ link: VirtualLink) async {
    links.withLock { $0 = link }
    await link.waitUntilEnded()
  }
}
