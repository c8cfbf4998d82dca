import CoreBluetooth
import HaloBluetooth
import HaloRadioConformance
import HaloSimulatedRadio
import Testing

struct AttributeTests {
  private typealias ID = TrialDevice.ID

  // MARK: Discovery

  @Test func `discovers the requested services`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.discoverServices([CBUUID(string: "180D"), CBUUID(string: "1826")])
      try await stage.until("services well")
      let service = try #require(peripheral.services?.first)
      #expect(peripheral.services?.map(\.uuid.uuidString) == ["180D"])
      #expect(service.isPrimary && service.peripheral === peripheral && service.characteristics == nil)
      peripheral.discoverServices(nil)
      try await stage.until("services well", times: 2)
      #expect(peripheral.services?.count == 3)
      #expect(peripheral.services?.last === service)
    }
  }

  @Test func `discovers the requested characteristics`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let short = try await stage.characteristic(ID.short, of: peripheral)
      let service = try #require(short.service)
      #expect(service.characteristics?.count == 1 && short.properties == .read && short.value == nil)
      peripheral.discoverCharacteristics(nil, for: service)
      try await stage.until("characteristics \(service.uuid) well", times: 2)
      #expect(service.characteristics?.count == 13)
      #expect(service.characteristics?.first === short)
      let store = try #require(service.characteristics?.first { $0.uuid == CBUUID(ID.store) })
      #expect(store.properties == [.read, .write, .writeWithoutResponse])
    }
  }

  @Test func `characteristics with the same UUID are two objects, each with its own value`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let first = try await stage.characteristic(ID.twin, of: peripheral, in: ID.twins)
      for twin in try #require(first.service?.characteristics) { peripheral.readValue(for: twin) }
      try await stage.until("value well", times: 2)
      #expect(first.service?.characteristics?.map(\.value) == [Data([1]), Data([2])])
    }
  }

  @Test func `discovering included services finds none`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let service = try #require(try await stage.characteristic(ID.location, of: peripheral, in: ID.heartRate).service)
      peripheral.discoverIncludedServices(nil, for: service)
      try await stage.until("included 180D well")
      #expect(service.includedServices == [])
    }
  }

  @Test func `descriptors are discovered and read in Apple's types`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let short = try await stage.characteristic(ID.short, of: peripheral)
      peripheral.discoverDescriptors(for: short)
      try await stage.until("descriptors 1 well")
      let description = try #require(short.descriptors?.first)
      #expect(description.characteristic === short && description.value == nil)
      peripheral.readValue(for: description)
      try await stage.until("descriptor 2901 well")
      #expect(description.value as? String == "short")
      let numbers = try await stage.characteristic(ID.numbers, of: peripheral)
      peripheral.discoverDescriptors(for: numbers)
      try await stage.until("descriptors 1 well", times: 2)
      let configuration = try #require(numbers.descriptors?.first)
      peripheral.readValue(for: configuration)
      try await stage.until("descriptor 2902 well")
      #expect(configuration.value as? NSNumber == 0)
    }
  }

  @Test func `hides the services that iOS reserves, even if requested`() async throws {
    let services = [0x1800, 0x1801, 0x1812, 0xFFE0].map { uuid in
      Service(
        uuid: uuid,
        characteristics: [
          Characteristic(uuid: 0x2A05, service: uuid, instance: Int(uuid.high >> 32), properties: .read)
        ])
    }
    let device = ChangingDevice(services: services)
    device.name = "Halo trial"
    try await Stage.run(device) { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.discoverServices([CBUUID(string: "1801"), CBUUID(string: "1800")])
      try await stage.until("services well")
      #expect(peripheral.services == [])
      peripheral.discoverServices(nil)
      try await stage.until("services well", times: 2)
      #expect(peripheral.services?.map(\.uuid.uuidString) == ["FFE0"])
    }
  }

  @Test func `reports changed services, and keeps the objects of unchanged ones`() async throws {
    @Sendable func service(_ uuid: BluetoothUUID, _ instance: Int) -> Service {
      Service(
        uuid: uuid,
        characteristics: [Characteristic(uuid: 0x2A19, service: uuid, instance: instance, properties: .read)])
    }
    let device = ChangingDevice(services: [ChangingDevice.generic, service(0xFFE0, 2), service(0xFFF0, 4)])
    device.name = "Halo trial"
    try await Stage.run(device) { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.discoverServices(nil)
      try await stage.until("services well")
      let (stays, goes) = try (#require(peripheral.services?[0]), #require(peripheral.services?[1]))
      await device.change(to: [ChangingDevice.generic, service(0xFFE0, 2), service(0xFEE0, 6)])
      try await stage.until("modified FFF0")
      #expect(stage.observer.invalidated.first === goes)
      #expect(peripheral.services?.map(\.uuid.uuidString) == ["FFE0"])
      peripheral.discoverServices(nil)
      try await stage.until("services well", times: 2)
      #expect(peripheral.services?.map(\.uuid.uuidString) == ["FFE0", "FEE0"])
      #expect(peripheral.services?[0] === stays)
      // Discovery for a removed service is ignored.
      peripheral.discoverCharacteristics(nil, for: goes)
      try await stage.pass(5)
      #expect(!stage.observer.calls.contains("characteristics FFF0 well"))
    }
  }

  // MARK: Reading

  @Test func `a read value is in the app's own characteristic object`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let short = try await stage.characteristic(ID.short, of: peripheral)
      peripheral.readValue(for: short)
      #expect(short.value == nil)
      try await stage.until("value well")
      #expect(short.value == Data([1, 2, 3]))
    }
  }

  @Test func `reports the device's error codes`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.readValue(for: try await stage.characteristic(ID.failing, of: peripheral))
      try await stage.until("value ATT 14")
      #expect((stage.observer.errors.last as? CBATTError)?.code == .unlikelyError)
      peripheral.readValue(for: try await stage.characteristic(ID.refusing, of: peripheral))
      try await stage.until("value ATT 128")
      #expect((stage.observer.errors.last as? CBATTError)?.code == .unlikelyError)
    }
  }

  @Test func `reading a write-only characteristic fails with an attribute protocol error`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.readValue(for: try await stage.characteristic(ID.writeOnly, of: peripheral))
      try await stage.until("value ATT 2")
    }
  }

  @Test func `bonds on demand to read an encrypted characteristic, as iPhones do`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let secret = try await stage.characteristic(ID.secret, of: peripheral)
      peripheral.readValue(for: secret)
      try await stage.until("value well")
      #expect(secret.value == Data([42]))
      #expect(await stage.medium.isBonded(DeviceID("C0:DE:00:00:00:01")))
    }
  }

  @Test func `reads the signal strength`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.readRSSI()
      try await stage.until("rssi true well")
    }
  }

  // MARK: Writing

  @Test func `writes with response are confirmed one by one, in order`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let store = try await stage.characteristic(ID.store, of: peripheral)
      peripheral.writeValue(Data([1]), for: store, type: .withResponse)
      peripheral.readValue(for: store)
      peripheral.writeValue(Data([2, 3]), for: store, type: .withResponse)
      peripheral.readValue(for: store)
      try await stage.until("value well", times: 2)
      #expect(stage.observer.calls.suffix(4) == ["write well", "value well", "write well", "value well"])
      #expect(stage.observer.values == [[1], [2, 3]])
    }
  }

  @Test func `an invalid write with response fails with an attribute protocol error`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let short = try await stage.characteristic(ID.short, of: peripheral)
      peripheral.writeValue(Data([1]), for: short, type: .withResponse)
      try await stage.until("write ATT 3")
      #expect((stage.observer.errors.last as? CBATTError)?.code == .writeNotPermitted)
      let store = try await stage.characteristic(ID.store, of: peripheral)
      peripheral.writeValue(Data(count: 600), for: store, type: .withResponse)
      try await stage.until("write ATT 13")
    }
  }

  @Test func `a write without response is dropped silently if the characteristic does not allow it`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let writeOnly = try await stage.characteristic(ID.writeOnly, of: peripheral)
      let before = stage.observer.calls
      peripheral.writeValue(Data([1]), for: writeOnly, type: .withoutResponse)
      try await stage.pass(5)
      #expect(stage.observer.calls == before && peripheral.canSendWriteWithoutResponse)
    }
  }

  @Test func `limits writes without response, and reports when more can be sent`()
    async throws
  {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let commands = try await stage.characteristic(ID.commands, of: peripheral)
      let tally = try await stage.characteristic(ID.tally, of: peripheral)
      var count = 0
      for number in 0..<1000 {
        if !peripheral.canSendWriteWithoutResponse { try await stage.until("ready", times: count / 32) }
        peripheral.writeValue(Data([UInt8(number & 0xFF), UInt8(number >> 8)]), for: commands, type: .withoutResponse)
        count += 1
      }
      peripheral.readValue(for: tally)
      try await stage.until("value well")
      #expect(stage.observer.values == [[0xE8, 3, 1]])
    }
  }

  @Test func `drops excess writes without response`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let commands = try await stage.characteristic(ID.commands, of: peripheral)
      let tally = try await stage.characteristic(ID.tally, of: peripheral)
      for number in 0..<100 {
        peripheral.writeValue(Data([UInt8(number), 0]), for: commands, type: .withoutResponse)
      }
      #expect(!peripheral.canSendWriteWithoutResponse)
      try await stage.until("ready")
      #expect(peripheral.canSendWriteWithoutResponse)
      peripheral.readValue(for: tally)
      try await stage.until("value well")
      let reported = stage.observer.values[0]
      #expect((32..<100).contains(Int(reported[0])) && reported[2] == 1)
    }
  }

  @Test func `refuses direct writes to the client configuration`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let numbers = try await stage.characteristic(ID.numbers, of: peripheral)
      peripheral.discoverDescriptors(for: numbers)
      try await stage.until("descriptors 1 well")
      peripheral.writeValue(Data([1, 0]), for: try #require(numbers.descriptors?.first))
      try await stage.until("descriptor write CB 1")
      #expect((stage.observer.errors.last as? CBError)?.code == .invalidParameters)
      #expect(stage.observer.errors.last?.localizedDescription.contains("Subscribe") == true)
      #expect(!numbers.isNotifying)
    }
  }

  @Test func `writes other descriptors`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let short = try await stage.characteristic(ID.short, of: peripheral)
      peripheral.discoverDescriptors(for: short)
      try await stage.until("descriptors 1 well")
      peripheral.writeValue(Data("x".utf8), for: try #require(short.descriptors?.first))
      try await stage.until("descriptor write well")
    }
  }

  // MARK: Notifications

  @Test func `notifications arrive in order from the confirmation to the unsubscription`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let numbers = try await stage.characteristic(ID.numbers, of: peripheral)
      let control = try await stage.characteristic(ID.control, of: peripheral)
      peripheral.setNotifyValue(true, for: numbers)
      #expect(!numbers.isNotifying)
      try await stage.until("notifying true well")
      peripheral.writeValue(Data([1, 100, 0]), for: control, type: .withResponse)
      try await stage.until("value well", times: 100)
      #expect(stage.observer.values == (0..<100).map { [UInt8($0), 0] })
      peripheral.setNotifyValue(false, for: numbers)
      try await stage.until("notifying false well")
      #expect(!numbers.isNotifying)
      peripheral.writeValue(Data([1, 100, 0]), for: control, type: .withResponse)
      try await stage.pass(10)
      #expect(stage.observer.values.count == 100)
      peripheral.setNotifyValue(true, for: numbers)
      try await stage.until("notifying true well", times: 2)
      peripheral.writeValue(Data([1, 1, 0]), for: control, type: .withResponse)
      try await stage.until("value well", times: 101)
    }
  }

  @Test func `a value read while subscribed arrives like a notification`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let numbers = try await stage.characteristic(ID.numbers, of: peripheral)
      peripheral.setNotifyValue(true, for: numbers)
      peripheral.readValue(for: numbers)
      try await stage.until("value well")
      #expect(numbers.value == Data([0xEE]))
    }
  }

  @Test func `indications arrive like notifications`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let indications = try await stage.characteristic(ID.indications, of: peripheral)
      let control = try await stage.characteristic(ID.control, of: peripheral)
      peripheral.setNotifyValue(true, for: indications)
      peripheral.writeValue(Data([4, 3, 0]), for: control, type: .withResponse)
      try await stage.until("value well", times: 3)
      #expect(stage.observer.values == [[0, 0], [1, 0], [2, 0]])
    }
  }

  @Test func `subscribing fails if the characteristic does not notify`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.setNotifyValue(true, for: try await stage.characteristic(ID.short, of: peripheral))
      try await stage.until("notifying false ATT 6")
    }
  }

  @Test func `values received before a loss are delivered before its report`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let numbers = try await stage.characteristic(ID.numbers, of: peripheral)
      let control = try await stage.characteristic(ID.control, of: peripheral)
      peripheral.setNotifyValue(true, for: numbers)
      try await stage.until("notifying true well")
      peripheral.writeValue(Data([2]), for: control, type: .withResponse)
      peripheral.writeValue(Data([5]), for: control, type: .withResponse)
      try await stage.until("disconnect CB 7, true")
      #expect(stage.observer.calls.last == "disconnect CB 7, true")
      #expect(stage.observer.values == [[7, 7], [7, 7]])
    }
  }

  @Test
  func `a link that is not ready at first accepts one write without response, then reports that it is ready`()
    async throws
  {
    try await Stage.run(refusesFirstWrite: true) { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let commands = try await stage.characteristic(ID.commands, of: peripheral)
      let tally = try await stage.characteristic(ID.tally, of: peripheral)
      #expect(!peripheral.canSendWriteWithoutResponse)
      try await stage.pass(60)
      #expect(!stage.observer.calls.contains("ready"))
      peripheral.writeValue(Data([0, 0]), for: commands, type: .withoutResponse)
      try await stage.until("ready")
      #expect(peripheral.canSendWriteWithoutResponse)
      peripheral.writeValue(Data([1, 0]), for: commands, type: .withoutResponse)
      peripheral.readValue(for: tally)
      try await stage.until("value well")
      #expect(stage.observer.values == [[2, 0, 1]])
    }
  }

  // MARK: Unsupported

  @Test func `opens no L2CAP channel`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      peripheral.openL2CAPChannel(0x80)
      try await stage.until("channel true CB 13")
    }
  }

  @Test func `ignores attributes of an earlier connection`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let short = try await stage.characteristic(ID.short, of: peripheral)
      let service = try #require(short.service)
      manager.cancelPeripheralConnection(peripheral)
      manager.connect(peripheral)
      try await stage.until("connect true", times: 2)
      peripheral.readValue(for: short)
      peripheral.discoverCharacteristics(nil, for: service)
      try await stage.pass(5)
      #expect(stage.observer.calls.last == "connect true")
      let again = try await stage.characteristic(ID.short, of: peripheral)
      #expect(again !== short)
      peripheral.readValue(for: again)
      try await stage.until("value well")
    }
  }

  @Test func `performs requests made in callbacks in order`() async throws {
    try await Stage.run { stage in
      let manager = stage.manager()
      let peripheral = try await stage.connected(manager)
      let short = try await stage.characteristic(ID.short, of: peripheral)
      // Simulated time stops within a callback.
      let observer = stage.observer
      let clock = stage.clock
      nonisolated(unsafe) var times: [SimulatedClock.Instant] = []
      observer.react(to: "value well") {
        times = (0..<1000).map { _ in clock.now }
        peripheral.readRSSI()
      }
      peripheral.readValue(for: short)
      try await stage.until("rssi true well")
      #expect(Set(times.map(\.offset)).count == 1)
    }
  }
}
