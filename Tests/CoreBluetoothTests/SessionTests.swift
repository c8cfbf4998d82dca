import CoreBluetooth
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

struct SessionTests {
  private typealias ID = TrialDevice.ID

  @Test func `delivers the callbacks of a session in the order of its requests`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.readRSSI()
      let short = try await stage.characteristic(ID.short, of: peripheral)
      let service = try #require(short.service)
      peripheral.discoverCharacteristics([CBUUID(ID.store), CBUUID(ID.indications)], for: service)
      try await stage.until("characteristics \(service.uuid) well", times: 2)
      func one(_ uuid: BluetoothUUID) throws -> CBCharacteristic {
        try #require(service.characteristics?.first { $0.uuid == CBUUID(uuid) })
      }
      peripheral.discoverDescriptors(for: short)
      try peripheral.setNotifyValue(true, for: one(ID.indications))
      try peripheral.writeValue(Data([7]), for: one(ID.store), type: .withResponse)
      try peripheral.readValue(for: one(ID.store))
      try peripheral.setNotifyValue(false, for: one(ID.indications))
      try await stage.until("notifying false well")
      manager.cancelPeripheralConnection(peripheral)
      try await stage.until("disconnect well, true")
      try await stage.pass(60)
      #expect(
        stage.observer.calls == [
          "state poweredOn", "discover Halo trial", "connect true", "rssi true well", "services well",
          "characteristics \(service.uuid) well", "characteristics \(service.uuid) well", "descriptors 1 well",
          "notifying true well", "write well", "value well", "notifying false well", "disconnect well, true",
        ])
      #expect(stage.observer.values == [[7]])
    }
  }

  @Test func `works with a delegate that implements only the required method`() async throws {
    try await Stage.run { stage in
      let app = MinimalDelegate()
      let manager = CBCentralManager(delegate: app, queue: stage.queue)
      while manager.state != .poweredOn { try await stage.pass(0.1) }
      manager.scanForPeripherals(withServices: nil)
      try await stage.pass(5)
      let identifier = DeviceIdentifier(DeviceID("C0:DE:00:00:00:01")).uuid
      let peripheral = try #require(manager.retrievePeripherals(withIdentifiers: [identifier]).first)
      peripheral.delegate = app
      manager.connect(peripheral)
      try await stage.pass(5)
      peripheral.discoverServices(nil)
      peripheral.readRSSI()
      peripheral.openL2CAPChannel(0x80)
      try await stage.pass(5)
      #expect(peripheral.services?.count == 3)
      #expect(peripheral.name == "Halo trial")
      await stage.medium.dropLink(of: DeviceID("C0:DE:00:00:00:01"))
      try await stage.pass(5)
      #expect(peripheral.state == .disconnected)
    }
  }
}

/// A delegate with only the required method.
private final class MinimalDelegate: NSObject, CBCentralManagerDelegate, CBPeripheralDelegate {
  func centralManagerDidUpdateState(_ central: CBCentralManager) {}
}
