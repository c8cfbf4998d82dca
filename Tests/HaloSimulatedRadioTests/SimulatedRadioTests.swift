import HaloText
import Foundation
import HaloBluetooth
import HaloSimulatedRadio
import Testing

@Suite("The simulated radio")
struct SimulatedRadioTests {
  private func connected<Result: Sendable>(
    settings: LinkSettings = LinkSettings(), _ body: @Sendable (any Connection, SimulatedClock) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1, settings: settings)
      await medium.add(LampPeripheral("01"))
      return try await medium.central().withConnection(to: DeviceID("01"), label: "Lamp (01)", timeout: .seconds(5)) {
        try await body($0, clock)
      }
    }
  }

  private func expectError(
    _ reason: BluetoothError.Reason, _ body: () async throws -> Void
  ) async {
    do {
      try await body()
      Issue.record("no error, but \(reason) was expected")
    } catch let error as BluetoothError {
      #expect(error.reason == reason)
    } catch {
      Issue.record("\(error)")
    }
  }

  @Test func `simulated hours pass at once, in the order of deadlines`() async throws {
    try await Simulation.run { clock in
      let order = await withTaskGroup(of: Int.self) { group in
        for hours in [5, 1, 3] {
          group.addTask {
            try? await clock.sleep(for: .seconds(hours * 3600))
            return hours
          }
        }
        return await group.reduce(into: [Int]()) { $0.append($1) }
      }
      #expect(order == [1, 3, 5])
      #expect(clock.now.offset == .seconds(5 * 3600))
    }
  }

  @Test func `a canceled sleep ends at once`() async throws {
    try await Simulation.run { clock in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(99)) } }
        try? await clock.sleep(for: .seconds(1))
        group.cancelAll()
        await group.waitForAll()
      }
      #expect(clock.now.offset == .seconds(1))
    }
  }

  @Test func `a scan reports every advertisement at its interval, weaker at larger distances`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"), distance: 1)
      await medium.add(LampPeripheral("02", name: "Far lamp"), distance: 12)
      await medium.add(LampPeripheral("03"), distance: 100)
      var seen: [String: [Int]] = [:]
      for try await advertisement in medium.central().scan(ScanFilter()) {
        if clock.now.offset >= .seconds(10) { break }
        seen[advertisement.device.text, default: []].append(advertisement.rssi ?? 0)
      }
      #expect(seen.keys.sorted() == ["01", "02"])
      #expect(abs((seen["01"]?.count ?? 0) - 20) <= 1)
      #expect((seen["01"]?.min() ?? 0) > (seen["02"]?.max() ?? 0))
    }
  }

  @Test func `filters by name, service and signal strength`() async throws {
    let lamp = Advertisement(device: DeviceID("1"), name: "Lamp 7", services: [0x180F], rssi: -60)
    #expect(ScanFilter().matches(lamp))
    #expect(ScanFilter(services: [0x180F, 0x180D], name: "lamp", minimumRSSI: -60).matches(lamp))
    #expect(!ScanFilter(services: [0x180D]).matches(lamp))
    #expect(!ScanFilter(name: "ring").matches(lamp))
    #expect(!ScanFilter(minimumRSSI: -59).matches(lamp))
  }

  @Test func `a scripted fault skips packets, counting only those that it can affect`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"))
      try await medium.central().withConnection(to: DeviceID("01"), label: "Lamp (01)", timeout: .seconds(5)) { lamp in
        _ = try await lamp.services()
        var echoes = try await lamp.notifications(of: LampPeripheral.echo).makeAsyncIterator()
        // Requests and their answers are between the notifications.
        medium.schedule(.lost, afterPackets: 2)
        medium.schedule(.truncated(1), afterPackets: 3)
        for value in 0..<5 as Range<UInt8> {
          try await lamp.write([value, value], to: LampPeripheral.echo, withResponse: true)
        }
        for expected in [[0, 0], [1, 1], [3], [4, 4]] as [[UInt8]] {
          #expect(try await echoes.next()?.bytes == expected)
        }
      }
    }
  }

  @Test func `transfers reads, both kinds of writes, and notifications`() async throws {
    try await connected { lamp, _ in
      #expect(try await lamp.services().characteristic(0xFFE3)?.uuid == 0xFFE3)
      #expect(try await lamp.read(LampPeripheral.color).bytes == [1, 2, 3])
      var echoes = try await lamp.notifications(of: LampPeripheral.echo).makeAsyncIterator()
      var others = try await lamp.notifications(of: LampPeripheral.echo).makeAsyncIterator()
      for value in 0..<100 as Range<UInt8> {
        try await lamp.write([value], to: LampPeripheral.echo, withResponse: true)
      }
      // Each listener receives all values, even if it reads late.
      for value in 0..<100 as Range<UInt8> {
        #expect(try await echoes.next()?.bytes == [value])
        #expect(try await others.next()?.bytes == [value])
      }
      try await lamp.write([1], to: LampPeripheral.command, withResponse: false)
      #expect(try await lamp.readRSSI() < -40)
    }
  }

  @Test func `operations that a characteristic does not allow throw specific errors`() async throws {
    try await connected { lamp, _ in
      await expectError(.notPermitted(allowed: [.write, .notify])) { _ = try await lamp.read(LampPeripheral.echo) }
      await expectError(.notPermitted(allowed: [.write, .notify])) {
        try await lamp.write([1], to: LampPeripheral.echo, withResponse: false)
      }
      await expectError(.notPermitted(allowed: .writeWithoutResponse)) {
        try await lamp.write([1], to: LampPeripheral.command, withResponse: true)
      }
      await expectError(.notPermitted(allowed: .read)) { _ = try await lamp.notifications(of: LampPeripheral.color) }
      await expectError(.attribute(code: 5)) { _ = try await lamp.read(LampPeripheral.secret) }
      await expectError(.tooLong(maximum: 244)) {
        try await lamp.write([UInt8](repeating: 0, count: 245), to: LampPeripheral.command, withResponse: false)
      }
      await expectError(.subscribeInstead) {
        try await lamp.write([1, 0], toDescriptor: .clientConfiguration, of: LampPeripheral.echo)
      }
      await expectError(.attributeNotFound) { _ = try await lamp.read(descriptor: 0x2901, of: LampPeripheral.echo) }
    }
  }

  @Test func `a notification is truncated to the link's MTU`() async throws {
    try await connected(settings: LinkSettings(mtu: 23)) { lamp, _ in
      #expect(await lamp.maximumWriteLength(withResponse: true) == 20)
      var echoes = try await lamp.notifications(of: LampPeripheral.echo).makeAsyncIterator()
      // The lamp answers each command with a notification of 100 bytes.
      try await lamp.write([1], to: LampPeripheral.command, withResponse: false)
      #expect(try await echoes.next()?.bytes == [UInt8](0..<20))
    }
  }

  @Test func `a device that is connected elsewhere, out of range or absent does not answer, and the error has advice`()
    async throws
  {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"), isConnectedElsewhere: true)
      await medium.add(LampPeripheral("02"), distance: 200)
      for device in ["01", "02", "03"] {
        await expectError(.timedOut(.seconds(5))) {
          try await medium.central().withConnection(to: DeviceID(device), label: device, timeout: .seconds(5)) { _ in }
        }
      }
      let error = BluetoothError(.connect, device: "R02_A1B2", .timedOut(.seconds(5)))
      #expect(error.description.contains("R02_A1B2 did not answer within 5 s."))
      #expect(error.description.contains("one phone or computer at a time"))
      #expect(error.description.contains("turn Bluetooth off there"))
    }
  }

  @Test func `a connected device does not advertise until it is disconnected`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"))
      let other = medium.central()
      try await medium.central().withConnection(to: DeviceID("01"), label: "Lamp", timeout: .seconds(5)) { _ in
        let seen = try await withThrowingTaskGroup(of: Bool.self) { group in
          group.addTask {
            for try await _ in other.scan(ScanFilter()) { return true }
            return false
          }
          group.addTask {
            try await clock.sleep(for: .seconds(10))
            return false
          }
          defer { group.cancelAll() }
          return try await group.next()
        }
        #expect(seen == false)
        await expectError(.timedOut(.seconds(1))) {
          try await other.withConnection(to: DeviceID("01"), label: "Lamp", timeout: .seconds(1)) { _ in }
        }
      }
      try await other.withConnection(to: DeviceID("01"), label: "Lamp", timeout: .seconds(1)) { _ in }
    }
  }

  @Test func `a device released during a connection attempt answers`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"))
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await medium.central().withConnection(to: DeviceID("01"), label: "Lamp", timeout: .seconds(5)) { _ in
            try await clock.sleep(for: .seconds(3))
          }
        }
        group.addTask {
          try await clock.sleep(for: .seconds(1))
          try await medium.central().withConnection(to: DeviceID("01"), label: "Lamp", timeout: .seconds(5)) { _ in }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `an advertisement without a name gets the device's earlier name`() {
    let named = Advertisement(device: DeviceID("1"), name: "R02_A1B2", rssi: -50)
    let nameless = Advertisement(device: DeviceID("1"), name: nil, rssi: -60)
    #expect(nameless.named(asIn: named).name == "R02_A1B2" && nameless.named(asIn: named).rssi == -60)
    #expect(nameless.named(asIn: nil) == nameless)
  }

  @Test func `a second listener waits for the device's confirmation`() async throws {
    try await connected { lamp, clock in
      let time = WallTime(zone: "GMT", secondsFromGMT: { _ in 0 }) { .init(timeIntervalSince1970: 0) }
      try await RecordingConnection.with(lamp, recorder: FrameList(), time: time) { lamp in
        let start = clock.now
        let times = try await withThrowingTaskGroup(of: Duration.self) { group in
          for _ in 0..<3 {
            group.addTask {
              _ = try await lamp.notifications(of: LampPeripheral.echo)
              return start.duration(to: clock.now)
            }
          }
          return try await group.reduce(into: [Duration]()) { $0.append($1) }
        }
        #expect(Set(times).count == 1 && times[0] > .zero)
      }
    }
  }

  @Test(
    arguments: RadioState.allCases.filter { $0 != .poweredOn }
  )
  func `an unusable radio throws its state with advice`(state: RadioState) async throws {
    try await Simulation.run { clock in
      let central = SimulatedMedium(clock: clock, seed: 1).central(state: state)
      #expect(await central.state == state)
      await expectError(.radio(state)) { for try await _ in central.scan(ScanFilter()) {} }
      await expectError(.radio(state)) {
        try await central.withConnection(to: DeviceID("01"), label: "Lamp", timeout: .seconds(1)) { _ in }
      }
    }
    let text = BluetoothError(.scan, device: nil, .radio(state)).description
    #expect(text.contains("Bluetooth") && text.split(separator: ".").count >= 2)
  }

  @Test func `a connection cannot be used after its scope`() async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"))
      let (kept, values) = try await medium.central().withConnection(
        to: DeviceID("01"), label: "Lamp", timeout: .seconds(5)
      ) { ($0, try await $0.notifications(of: LampPeripheral.echo)) }
      await expectError(.disconnected) { _ = try await kept.read(LampPeripheral.color) }
      await expectError(.disconnected) { try await kept.write([1], to: LampPeripheral.echo, withResponse: true) }
      for try await _ in values { Issue.record("a value after the end") }
    }
  }

  @Test func `a connection ends when its scope throws, and the device is free again`() async throws {
    struct Stop: Error {}
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(LampPeripheral("01"))
      for _ in 0..<3 {
        await #expect(throws: Stop.self) {
          try await medium.central().withConnection(to: DeviceID("01"), label: "Lamp", timeout: .seconds(5)) { _ in
            throw Stop()
          }
        }
      }
    }
  }

  @Test func `records each frame before it is delivered or sent, and only once for all listeners`() async throws {
    try await connected { lamp, clock in
      let recorder = FrameList()
      let time = WallTime.simulated(clock, from: .init(timeIntervalSince1970: 0), zone: "GMT") { _ in 0 }
      try await RecordingConnection.with(lamp, recorder: recorder, time: time) { lamp in
        var first = try await lamp.notifications(of: LampPeripheral.echo).makeAsyncIterator()
        var second = try await lamp.notifications(of: LampPeripheral.echo).makeAsyncIterator()
        for value in 0..<5 as Range<UInt8> {
          try await lamp.write([value], to: LampPeripheral.echo, withResponse: true)
          let received = try #require(try await first.next())
          let frames = await recorder.frames
          let frame = try #require(received.frame)
          #expect(frames[frame].bytes == [value] && frames[frame].direction == .received)
          #expect(try await second.next() == received)
        }
        _ = try await lamp.read(LampPeripheral.color)
        let frames = await recorder.frames
        #expect(frames.count == 11)
        #expect(frames.last?.bytes == [1, 2, 3])
        #expect(frames.map(\.time) == frames.map(\.time).sorted())
      }
    }
  }
}
