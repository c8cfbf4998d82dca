import HaloBluetooth
import HaloSimulatedRadio
import HaloText
import Synchronization
import Testing

@Suite("A device that requires a bond")
struct BondOnDemandTests {
  private static let device = DeviceID("01")

  /// Connects to a lamp whose color and echo can only be used over an encrypted link.
  private func connected(
    acceptsBonding: Bool = true, passkey: Int? = nil,
    _ body: @Sendable (any Connection, SimulatedMedium, SimulatedClock) async throws -> Void
  ) async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 1)
      await medium.add(
        LampPeripheral("01", encrypted: [0xFFE1, 0xFFE3], acceptsBonding: acceptsBonding, passkey: passkey))
      try await medium.central().withConnection(to: Self.device, label: "Lamp", timeout: .seconds(5)) {
        try await body($0, medium, clock)
      }
    }
  }

  private func reason(_ body: () async throws -> Void) async throws -> BluetoothError.Reason? {
    do { try await body() } catch let error as BluetoothError { return error.reason }
    return nil
  }

  @Test func `is bonded by the first read, and the read is repeated`() async throws {
    try await connected { lamp, medium, _ in
      let value = try await lamp.read(LampPeripheral.color).bytes
      #expect(value == [1, 2, 3])
      #expect(await medium.isBonded(Self.device))
      let isNew = try await lamp.bond()
      #expect(!isNew)
    }
  }

  @Test func `is bonded by the first subscription or write, without losing a value`() async throws {
    try await connected { lamp, medium, _ in
      var echoes = try await lamp.notifications(of: LampPeripheral.echo).makeAsyncIterator()
      #expect(await medium.isBonded(Self.device))
      try await lamp.write([7], to: LampPeripheral.echo, withResponse: true)
      let echo = try await echoes.next()?.bytes
      #expect(echo == [7])
    }
    try await connected { lamp, medium, _ in
      try await lamp.write([7], to: LampPeripheral.echo, withResponse: true)
      #expect(await medium.isBonded(Self.device))
    }
  }

  @Test func `is bonded once by operations at the same time`() async throws {
    let questions = Mutex(0)
    let ask = PairingQuestion.Answer { _ in
      questions.withLock { $0 += 1 }
      return 42
    }
    try await PairingQuestion.$answer.withValue(ask) {
      try await connected(passkey: 42) { lamp, _, _ in
        async let first = lamp.read(LampPeripheral.color)
        async let second = lamp.read(LampPeripheral.color)
        let values = try await [first.bytes, second.bytes]
        #expect(values == [[1, 2, 3], [1, 2, 3]])
      }
    }
    #expect(questions.withLock { $0 } == 1)
  }

  @Test func `and refuses it is reported at once, once per link, with the next step`() async throws {
    try await connected(acceptsBonding: false) { lamp, medium, clock in
      let begin = clock.now
      let reading = try await reason { _ = try await lamp.read(LampPeripheral.color) }
      #expect(reading == .bondRefused)
      let packets = medium.packetCount
      let subscribing = try await reason { _ = try await lamp.notifications(of: LampPeripheral.echo) }
      #expect(subscribing == .bondRefused)
      // The subscription and its refusal, but no second pairing.
      #expect(medium.packetCount - packets <= 2)
      #expect(begin.duration(to: clock.now) < .seconds(3))
      // Other characteristics still work.
      try await lamp.write([1], to: LampPeripheral.command, withResponse: false)
    }
    let error = BluetoothError(.bond, device: "Lamp", .bondRefused)
    #expect(error.description.hasPrefix("Pairing with Lamp was refused. If it has a passkey, pair it"))
    #expect(error.description.contains("bluetoothctl"))
  }

  @Test(arguments: [(nil, false), (41, false), (42, true)] as [(Int?, Bool)])
  func `and shows a passkey is bonded only with the passkey that a person enters`(
    entered: Int?, isBonded: Bool
  ) async throws {
    let questions = Mutex<[PairingQuestion]>([])
    let ask = PairingQuestion.Answer { question in
      questions.withLock { $0.append(question) }
      return entered
    }
    try await PairingQuestion.$answer.withValue(ask) {
      try await connected(passkey: 42) { lamp, medium, _ in
        let reason = try await reason { _ = try await lamp.read(LampPeripheral.color) }
        #expect(reason == (isBonded ? nil : .bondRefused))
        #expect(await medium.isBonded(Self.device) == isBonded)
      }
    }
    #expect(questions.withLock { $0 } == [.passkey(device: "Lamp")])
  }

  @Test func `and shows a passkey is refused if no person can enter it`() async throws {
    try await connected(passkey: 42) { lamp, medium, _ in
      let reading = try await reason { _ = try await lamp.read(LampPeripheral.color) }
      #expect(reading == .bondRefused)
      #expect(await !medium.isBonded(Self.device))
    }
  }

  @Test func `an operation that takes five seconds is reported once`() async throws {
    let (reports, report) = AsyncStream<String>.makeStream()
    let waits = RadioWaits()
    try await RadioWaits.$current.withValue(waits) {
      try await connected { lamp, medium, clock in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { await waits.watch(clock) { report.yield($0.english) } }
          _ = try await lamp.read(LampPeripheral.color)
          medium.schedule(.delayed(.seconds(12)), afterPackets: 0)
          _ = try await lamp.read(LampPeripheral.color)
          try await clock.sleep(for: .seconds(10))
          group.cancelAll()
        }
      }
    }
    report.finish()
    let all = await reports.reduce(into: []) { $0.append($1) }
    #expect(all == ["Reading FFE3 of Lamp"])
  }
}
