import CoreBluetooth
import CoreBluetoothRing
import Foundation
import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@testable import CoreBluetoothRing

/// Apps written as for iPhones, in Swift 5 mode and on the main queue, with virtual devices.
struct AppTests {
  @Test func `the example ring reader reads a virtual ring`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let begin = WallClock(date: CalendarDate(daysSince1970: 20_779), minuteOfDay: 600)
      let time = WallTime.simulated(
        clock, from: Date(timeIntervalSince1970: Double(begin.secondsSince1970)), zone: "GMT"
      ) { _ in 0 }
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { time.wallClock }
      await medium.add(ring)
      try await CBCentralManager.withCentral(medium.central(), clock: clock) {
        let (ends, continuation) = AsyncStream<Bool>.makeStream()
        let reader = await MainActor.run {
          let reader = RingReader()
          reader.onEnd = { continuation.yield($0) }
          reader.start()
          return reader
        }
        let isComplete: Bool? = try await within(clock) { await ends.first { _ in true } }
        #expect(isComplete == true)
        await MainActor.run {
          #expect(reader.name?.hasPrefix("COLMI R12_") == true)
          #expect(reader.hardwareRevision == "RT11CR_V1.0")
          #expect(reader.firmwareRevision == "RT11CR_1.00.08_250514")
          #expect((0...100).contains(reader.battery ?? -1))
          #expect((40...180).contains(reader.heartRate ?? 0))
        }
        #expect(!ring.isMeasuring)
        #expect(await !medium.isConnected(ring.profile.device))
      }
    }
  }

  @Test func `a manager on the main actor reads a ring and receives read errors`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let time = WallTime.simulated(clock, from: Date(timeIntervalSince1970: 1_795_000_000), zone: "GMT") { _ in 0 }
      let ring = VirtualColmiRing(.r02New, wearer: SimulatedPerson(seed: 1)) { time.wallClock }
      await medium.add(ring)
      try await CBCentralManager.withCentral(medium.central(), clock: clock) {
        let (ends, continuation) = AsyncStream<Void>.makeStream()
        let app = await MainActor.run {
          let app = MainActorRing()
          app.onEnd = { continuation.yield() }
          return app
        }
        let end: Void? = try await within(clock) { await ends.first { _ in true } }
        #expect(end != nil)
        await MainActor.run {
          #expect(app.found.map(\.name) == [ring.profile.name])
          #expect(app.values[CBUUID(string: "2A27")] == "R02_V3.0")
          #expect(app.values[CBUUID(string: "2A26")] == "R02_3.00.17_240903")
          #expect(app.problems == Array(repeating: "not to be read", count: 4))
        }
      }
    }
  }

  @Test func `a scan by service finds only the ring that advertises it`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let time: @Sendable () -> WallClock = { WallClock(secondsSince1970: 1_795_000_000) }
      let advertising = VirtualColmiRing(.r02New, wearer: SimulatedPerson(seed: 1), home: time)
      await medium.add(advertising)
      await medium.add(VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 2), home: time))
      try await CBCentralManager.withCentral(medium.central(), clock: clock) {
        let scanner = Scanner(for: "6E40FFF0-B5A3-F393-E0A9-E50E24DCCA9E")
        try await clock.sleep(for: .seconds(60))
        #expect(scanner.names == [advertising.profile.name])
      }
    }
  }

  @Test(arguments: [
    ("R02_1A2B", true), ("R06_0001", true), ("R10_33F0", true), ("R11C_33F0", true), ("COLMI R12_0001", true),
    ("R99 54DC", false), ("Treadmill 7", false), ("Roku", false), ("", false),
  ])
  func `the ring reader recognizes rings by name`(name: String, isRing: Bool) {
    #expect(RingReader.isRing(name) == isRing)
  }

  @Test(arguments: [RadioState.unsupported, .unauthorized])
  func `the ring reader ends with a message if Bluetooth is not available`(state: RadioState) async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      try await CBCentralManager.withCentral(medium.central(state: state), clock: clock) {
        let (ends, continuation) = AsyncStream<Bool>.makeStream()
        let reader = await MainActor.run {
          let reader = RingReader()
          reader.onEnd = { continuation.yield($0) }
          reader.start()
          return reader
        }
        let isComplete: Bool? = try await within(clock) { await ends.first { _ in true } }
        #expect(isComplete == false)
        await MainActor.run { #expect(reader.name == nil && reader.status.contains("Bluetooth")) }
      }
    }
  }

  @Test func `a treadmill central requests control, starts, sets a speed, reads it and stops`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let machine = VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:36:39:5B:07:01"), name: "Treadmill 7", quirks: .permissive)
      await medium.add(machine)
      try await CBCentralManager.withCentral(medium.central(), clock: clock) {
        // The app's values are recorded within its callbacks, while simulated time is stopped.
        let (changes, continuation) = AsyncStream<TreadmillCentral.Shown>.makeStream()
        let app = await MainActor.run {
          let app = TreadmillCentral()
          app.onChange = { continuation.yield($0) }
          return app
        }
        func wait(_ condition: @escaping @Sendable (TreadmillCentral.Shown) -> Bool) async throws {
          let met: TreadmillCentral.Shown? = try await within(clock) { await changes.first(where: condition) }
          #expect(met != nil)
        }
        try await wait { $0.isRunning && $0.kilometersPerHour == 3.5 }
        await MainActor.run {
          #expect(app.isControlled && app.features == 0x120D)
          app.stop()
        }
        try await wait { !$0.isRunning && $0.kilometersPerHour == 0 }
        #expect(machine.written == [[0x00], [0x07], [0x02, 0x5E, 0x01], [0x08, 0x01]])
        await medium.dropLink(of: machine.profile.device)
        try await wait { $0.log.last == "disconnected 7" }
        await MainActor.run {
          #expect(
            app.log == [
              "connected", "written", "answer 0 1", "written", "answer 7 1", "answer 2 1", "answer 8 1",
              "disconnected 7",
            ])
        }
      }
    }
  }

  @Test func `an asynchronous wrapper scans, connects, reads, writes, subscribes, and learns that a link ended`()
    async throws
  {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let strap = VirtualHeartRateMonitor(.strap, seed: 1)
      await medium.add(strap)
      try await CBCentralManager.withCentral(medium.central(), clock: clock) {
        let central = AsyncCentral()
        @Sendable func end() async -> CBError?? {
          await central.first { event in
            switch event {
            case .ended(let error): .some(error)
            case .endedWithTimestamp: .some(CBError(.operationCancelled))
            default: .none
            }
          }
        }
        let isDone: Bool? = try await TimeLimit.within(.seconds(600), clock) {
          let state = await central.first { if case .state(let state) = $0 { state } else { nil } }
          #expect(state == .poweredOn && central.manager.authorization == .allowedAlways)
          let strength = try #require(await central.found(withService: "180D"))
          #expect((-100...0).contains(strength))
          #expect(await central.connect())
          #expect(central.peripheral?.state == .connected)
          let link = try #require(try await central.strength())
          #expect((-100...0).contains(link))
          let found = await central.discover()
          let battery = try #require(found[CBUUID(string: "2A19")])
          #expect(try await central.read(battery) == Data([84]))
          let beats = try #require(found[CBUUID(string: "2A37")])
          #expect(await central.setNotifying(true, beats) == true)
          #expect(try await central.value(of: beats.uuid)?.count ?? 0 >= 2)
          try await central.write(Data([1]), to: try #require(found[CBUUID(string: "2A39")]))
          await #expect(throws: CBATTError.self) { try await central.read(beats) }
          #expect(await central.openChannel(0x80)?.code == .operationNotSupported)
          let connected = central.manager.retrieveConnectedPeripherals(withServices: [CBUUID(string: "180D")])
          #expect(connected == [central.peripheral].compactMap(\.self))
          connected.first.map { central.manager.cancelPeripheralConnection($0) }
          let first = try #require(await end())
          #expect(first == nil)
          #expect(await central.connect())
          await medium.dropLink(of: strap.profile.device)
          let second = try #require(await end())
          #expect(second != nil && second?.code != .operationCancelled)
          return true
        }
        #expect(isDone == true)
      }
    }
  }

  /// Returns the result of `body` within ten simulated minutes.
  private func within<Value>(_ clock: SimulatedClock, _ body: @escaping () async -> Value?) async throws -> Value? {
    try await TimeLimit.within(.seconds(600), clock) { await body() } ?? nil
  }
}

/// Scans for devices with one service.
private final class Scanner: NSObject, CBCentralManagerDelegate {
  private let service: CBUUID
  private var central: CBCentralManager?
  private let lock = NSLock()
  private var seen: [String?] = []
  var names: [String?] { lock.withLock { seen } }

  init(for service: String) {
    self.service = CBUUID(string: service)
    super.init()
    central = CBCentralManager(delegate: self, queue: .global())
  }

  func centralManagerDidUpdateState(_ central: CBCentralManager) {
    central.scanForPeripherals(withServices: [service])
  }

  func centralManager(
    _ central: CBCentralManager, didDiscover peripheral: CBPeripheral, advertisementData: [String: Any],
    rssi RSSI: NSNumber
  ) {
    lock.withLock { seen.append(peripheral.name) }
  }
}
