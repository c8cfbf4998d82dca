import HaloBluetooth
import HaloSimulatedRadio
import Synchronization
import Testing

@Suite("Served devices on the simulated radio")
struct SimulatedPeripheralTests {
  private static let service: BluetoothUUID = 0xFFE0
  private static let color = Characteristic(uuid: 0xFFE1, service: service, instance: 0, properties: [.read, .write])
  private static let count = Characteristic(uuid: 0xFFE2, service: service, instance: 1, properties: .notify)
  private static let lamp = ServedDevice(
    name: "Lamp", advertisedServices: [service], manufacturerData: [0xFFFF: [1]],
    services: [Service(uuid: service, characteristics: [color, count])])

  /// A lamp that stores its color.
  private final class Lamp: AttributeHandler {
    private let color = Mutex<[UInt8]>([1, 2, 3])

    func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8] {
      guard characteristic == SimulatedPeripheralTests.color else { throw AttributeError(code: 0x02) }
      return color.withLock { $0 }
    }

    func write(
      _ value: [UInt8], to characteristic: Characteristic, by central: DeviceID
    ) async throws(AttributeError) {
      color.withLock { $0 = value }
    }
  }

  @Test func `a central can scan, read, write and subscribe, and the session reports its actions`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let central = medium.central()
      let events = try await medium.central().peripheral().serve(Self.lamp, with: Lamp()) { session in
        let hasSubscriber = try await session.notify([0], on: Self.count)
        #expect(!hasSubscriber)
        var seen: Advertisement?
        for try await found in central.scan(ScanFilter(services: [Self.service])) {
          seen = found
          break
        }
        let found = try #require(seen)
        #expect(found.name == "Lamp" && found.manufacturerData == [0xFFFF: [1]])
        try await central.withConnection(to: found) { connection in
          let services = try await connection.services()
          let color = try #require(services.characteristic(0xFFE1))
          let count = try #require(services.characteristic(0xFFE2))
          #expect(count.descriptors == [.clientConfiguration])
          let before = try await connection.read(color).bytes
          try await connection.write([9], to: color, withResponse: true)
          let after = try await connection.read(color).bytes
          #expect(before == [1, 2, 3] && after == [9])
          var values = try await connection.notifications(of: count).makeAsyncIterator()
          for number in 0..<3 as Range<UInt8> {
            let isHeard = try await session.notify([number], on: Self.count)
            let value = try await values.next()?.bytes
            #expect(isHeard && value == [number])
          }
        }
        return session.events
      }
      var receivedEvents: [PeripheralEvent] = []
      for await event in events { receivedEvents.append(event) }
      guard case .connected(let client) = receivedEvents.first else {
        Issue.record("\(receivedEvents)")
        return
      }
      #expect(
        receivedEvents == [
          .connected(client), .subscribed(Self.count), .unsubscribed(Self.count), .disconnected(client),
        ])
    }
  }

  @Test func `the device and its links end with the session`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let radio = medium.central()
      let address = DeviceID("5E:00:00:00:00:07")
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          _ = try? await radio.peripheral(at: address).serve(Self.lamp, with: Lamp()) { _ in
            try await clock.sleep(for: .seconds(20))
          }
        }
        group.addTask {
          await #expect(throws: BluetoothError.self) {
            try await medium.central().withConnection(to: address, label: "Lamp", timeout: .seconds(5)) { connection in
              let count = try #require(try await connection.services().characteristic(0xFFE2))
              for try await _ in try await connection.notifications(of: count) {}
            }
          }
          #expect(clock.now.offset >= .seconds(20) && clock.now.offset < .seconds(21))
        }
      }
      await #expect(throws: BluetoothError(.connect, device: "Lamp", .timedOut(.seconds(3)))) {
        try await medium.central().withConnection(to: address, label: "Lamp", timeout: .seconds(3)) { _ in }
      }
    }
  }

  @Test func `refuses invalid devices and values, and throws if the radio is off or turned off`() async throws {
    try await Simulation.run { clock in
      let radio = SimulatedMedium(clock: clock, seed: 1).central()
      let long = ServedDevice(name: String(repeating: "n", count: 30), services: [])
      await #expect(throws: BluetoothError(.advertise, device: long.name, .tooLong(maximum: 29))) {
        try await radio.peripheral().serve(long, with: Lamp()) { _ in }
      }
      try await radio.peripheral().serve(Self.lamp, with: Lamp()) { session in
        await #expect(
          throws: BluetoothError(
            .notify, device: "Lamp", attribute: 0xFFE1, .notPermitted(allowed: [.read, .write]))
        ) { try await session.notify([1], on: Self.color) }
        await #expect(throws: BluetoothError(.notify, device: "Lamp", attribute: 0xFFE2, .tooLong(maximum: 512))) {
          try await session.notify([UInt8](repeating: 0, count: 513), on: Self.count)
        }
      }
      let off = BluetoothError(.serve, device: "Lamp", .radio(.poweredOff))
      await #expect(throws: off) {
        try await radio.peripheral().serve(Self.lamp, with: Lamp()) { _ in
          radio.setState(.poweredOff)
          try await clock.sleep(for: .seconds(60))
        }
      }
      #expect(clock.now.offset < .seconds(60))
      await #expect(throws: off) { try await radio.peripheral().serve(Self.lamp, with: Lamp()) { _ in } }
    }
  }
}
