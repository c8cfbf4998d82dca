import CoreBluetooth
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

struct StateTests {
  @Test func `reports the radio's state first, on the queue and after init has returned`()
    async throws
  {
    try await Stage.run { stage in
      let manager = stage.manager()
      #expect(manager.state == .unknown && stage.observer.calls.isEmpty)
      try await stage.until("state poweredOn")
      #expect(stage.observer.calls == ["state poweredOn"])
      #expect(CBCentralManager.authorization == .allowedAlways && manager.authorization == .allowedAlways)
    }
  }

  @Test(arguments: [
    (RadioState.poweredOff, "state poweredOff"), (.unsupported, "state unsupported"),
    (.unauthorized, "state unauthorized"), (.resetting, "state resetting"),
  ])
  func `reports each state`(state: RadioState, call: String) async throws {
    try await Stage.run(state: state) { stage in
      let manager = stage.manager()
      try await stage.until(call)
      #expect(stage.observer.calls == [call])
      #expect(manager.authorization == (state == .unauthorized ? .denied : .allowedAlways))
    }
  }

  @Test func `ignores requests before the radio is on`() async throws {
    try await Stage.run(state: .poweredOff) { stage in
      let manager = stage.manager()
      manager.scanForPeripherals(withServices: nil)
      #expect(!manager.isScanning)
      try await stage.until("state poweredOff")
      manager.scanForPeripherals(withServices: nil)
      #expect(!manager.isScanning)
      let identifier = DeviceIdentifier(DeviceID("C0:DE:00:00:00:01")).uuid
      let peripheral = try #require(manager.retrievePeripherals(withIdentifiers: [identifier]).first)
      manager.connect(peripheral)
      #expect(peripheral.state == .disconnected)
      try await stage.pass(60)
      #expect(stage.observer.calls == ["state poweredOff"])
    }
  }

  @Test func `turning the radio off ends scans and links, and calls only didUpdateState`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let characteristic = try await stage.characteristic(TrialDevice.ID.numbers, of: peripheral)
      peripheral.setNotifyValue(true, for: characteristic)
      try await stage.until("notifying true well")
      manager.scanForPeripherals(withServices: nil)
      let before = stage.observer.calls
      stage.radio.setState(.poweredOff)
      try await stage.until("state poweredOff")
      #expect(!manager.isScanning && peripheral.state == .disconnected && peripheral.services == nil)
      try await stage.pass(60)
      #expect(stage.observer.calls == before + ["state poweredOff"])
      #expect(await !stage.medium.isConnected(DeviceID("C0:DE:00:00:00:01")))
    }
  }

  @Test func `turning the radio off ends a pending connection, and calls only didUpdateState`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.found(manager)
      await stage.medium.move(DeviceID("C0:DE:00:00:00:01"), to: 1000)
      manager.connect(peripheral)
      try await stage.pass(10)
      stage.radio.setState(.poweredOff)
      try await stage.until("state poweredOff")
      #expect(peripheral.state == .disconnected)
      await stage.medium.move(DeviceID("C0:DE:00:00:00:01"), to: 1)
      stage.radio.setState(.poweredOn)
      try await stage.pass(60)
      #expect(
        stage.observer.calls == ["state poweredOn", "discover Halo trial", "state poweredOff", "state poweredOn"])
    }
  }

  @Test func `connects again after the radio was off`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      stage.radio.setState(.poweredOff)
      try await stage.until("state poweredOff")
      stage.radio.setState(.poweredOn)
      try await stage.until("state poweredOn", times: 2)
      manager.connect(peripheral)
      try await stage.until("connect true", times: 2)
    }
  }

  @Test func `releasing a manager ends its links without callbacks`() async throws {
    try await Stage.run { stage in
      var manager: CBCentralManager? = stage.manager()
      weak let weakManager = manager
      let peripheral = try await stage.connected(try #require(manager))
      let before = stage.observer.calls
      manager = nil
      try await stage.pass(5)
      #expect(weakManager == nil)
      #expect(await !stage.medium.isConnected(DeviceID("C0:DE:00:00:00:01")))
      #expect(stage.observer.calls == before)
      _ = peripheral
    }
  }

  @Test func `a session's objects do not keep each other alive`() async throws {
    try await Stage.run { stage in
      weak var weakPeripheral: CBPeripheral?
      weak var weakCharacteristic: CBCharacteristic?
      let manager = stage.manager()
      func use() async throws {
        let peripheral = try await stage.connected(manager)
        let numbers = try await stage.characteristic(TrialDevice.ID.numbers, of: peripheral)
        peripheral.setNotifyValue(true, for: numbers)
        try await stage.until("notifying true well")
        (weakPeripheral, weakCharacteristic) = (peripheral, numbers)
      }
      try await use()
      stage.observer.forgetPeripherals()
      // A callback releases its arguments on its own thread, for which simulated time does not wait. Only a leak
      // reaches the limit.
      let limit = ContinuousClock.now + .seconds(600)
      repeat {
        try await stage.pass(10)
      } while (weakPeripheral != nil || weakCharacteristic != nil)
        && ContinuousClock.now < limit
      #expect(weakPeripheral == nil && weakCharacteristic == nil)
      #expect(manager.state == .poweredOn)
    }
  }
}
