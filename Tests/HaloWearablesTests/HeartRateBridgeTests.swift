import HaloTesting
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloHeartRateMonitor
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@Suite("Heart-rate bridge")
struct HeartRateBridgeTests {
  private static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)
  private static let rate: BluetoothUUID = 0x2A37

  /// Records the events on both sides of a bridge.
  private final class EventLog: Sendable {
    private struct State {
      var received: [HeartRateService.Measurement] = []
      var isSubscribed: [Bool] = []
      var interruptions = 0
      var served: ServedDevice?
    }
    private let state = Mutex(State())

    var received: [HeartRateService.Measurement] { state.withLock { $0.received } }
    var isSubscribed: [Bool] { state.withLock { $0.isSubscribed } }
    var interruptions: Int { state.withLock { $0.interruptions } }
    var served: ServedDevice? { state.withLock { $0.served } }

    func receive(_ value: [UInt8]) {
      guard let measurement = HeartRateService.Measurement(value: value) else { return }
      state.withLock { $0.received.append(measurement) }
    }

    func note<Driver>(_ event: HeartRateBridge<Driver>.Event) {
      state.withLock { state in
        switch event {
        case .link(.interrupted): state.interruptions += 1
        case .link: break
        case .serving(let device): state.served = device
        case .measured(let update): state.isSubscribed.append(update.isSubscribed)
        }
      }
    }
  }

  /// Creates a bridge from a simulated device to the centrals in range.
  private func bridge<Driver: BatteryPowered & LiveMeasuring>(
    _: Driver.Type, from device: any VirtualPeripheral, _ home: SimulatedEnvironment, _ radio: SimulatedCentral
  ) -> HeartRateBridge<Driver> {
    let source = Advertisement(device: device.profile.device, name: device.profile.name)
    return HeartRateBridge(
      name: "Halo", source: source,
      session: WearableSession(
        radio: radio, device: source.device, label: source.label, environment: home.driver, recorder: FrameList()),
      peripheral: radio.peripheral(), environment: home.driver)
  }

  /// Runs the bridge while `body` runs with a central of its own, and ends it afterwards.
  private func serving<Driver: BatteryPowered & LiveMeasuring>(
    _ driver: Driver.Type, from device: any VirtualPeripheral, _ home: SimulatedEnvironment, _ eventLog: EventLog,
    _ body: @escaping @Sendable (SimulatedCentral) async throws -> Void
  ) async throws {
    await home.medium.add(device)
    let bridge = self.bridge(driver, from: device, home, home.medium.central())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await bridge.run { eventLog.note($0) } }
      try await body(home.medium.central())
      group.cancelAll()
      while await group.nextResult() != nil {}
    }
  }

  private static func find(_ central: SimulatedCentral) async throws -> Advertisement {
    for try await seen in central.scan(ScanFilter(services: [0x180D])) where seen.name == "Halo" { return seen }
    throw CancellationError()
  }

  /// Subscribes as another host for some seconds.
  private static func listen(
    _ central: SimulatedCentral, seconds: Int, _ home: SimulatedEnvironment, _ eventLog: EventLog
  ) async throws {
    try await central.withConnection(to: try await find(central)) { connection in
      let rate = try #require(try await connection.services().characteristic(Self.rate))
      let values = try await connection.notifications(of: rate)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await Self.collect(values, eventLog) }
        try? await home.clock.sleep(for: .seconds(seconds))
        group.cancelAll()
      }
    }
  }

  private static func collect(_ values: AsyncThrowingStream<ReceivedValue, any Error>, _ eventLog: EventLog)
    async throws
  {
    for try await value in values { eventLog.receive(value.bytes) }
  }

  /// Returns the contact states, without repetitions.
  private static func stretches(_ measurements: [HeartRateService.Measurement]) -> [Bool] {
    measurements.reduce(into: []) { if $0.last != ($1.hasContact == true) { $0.append($1.hasContact == true) } }
  }

  @Test func `sends no contact while the ring warms up or is not worn, and its rate otherwise, once per second`()
    async throws
  {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      let eventLog = EventLog()
      try await serving(ColmiRingDriver.self, from: ring, home, eventLog) { central in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await Self.listen(central, seconds: 80, home, eventLog) }
          try await clock.sleep(for: .seconds(45))
          ring.setWorn(false)
          try await clock.sleep(for: .seconds(10))
          ring.setWorn(true)
          try await group.waitForAll()
        }
        try await clock.sleep(for: .seconds(3))
        #expect(ring.isMeasuring)
      }
      #expect(!ring.isMeasuring, "the LEDs are still on")
      let received = eventLog.received
      #expect((78...81).contains(received.count), "\(received.count) measurements in 80 s")
      #expect(Self.stretches(received) == [false, true, false, true])
      #expect(received.prefix { $0.hasContact == false }.count > 20, "a ring warms up for 26 s")
      for measurement in received {
        #expect(measurement.hasContact != nil, "contact is always reported")
        #expect(measurement.hasContact == true ? (40...200).contains(measurement.bpm) : measurement.bpm == 0)
        #expect(measurement.beatIntervals.isEmpty, "a ring does not report every beat")
      }
      #expect(
        eventLog.isSubscribed.first == false && eventLog.isSubscribed.last == false
          && eventLog.isSubscribed.contains(true))
    }
  }

  @Test func `serves the sensor location, battery, manufacturer and model of a ring`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      ring.setBattery(percent: 57)
      try await serving(ColmiRingDriver.self, from: ring, home, EventLog()) { central in
        let seen = try await Self.find(central)
        #expect(seen.services == [0x180D])
        try await central.withConnection(to: seen) { connection in
          let services = try await connection.services()
          #expect(services.map(\.uuid) == [0x180D, 0x180F, 0x180A])
          func read(_ uuid: BluetoothUUID) async throws -> [UInt8] {
            try await connection.read(try #require(services.characteristic(uuid))).bytes
          }
          let (place, percent) = (try await read(0x2A38), try await read(0x2A19))
          #expect(place == [3] && percent == [57])
          let model = try await read(0x2A24)
          #expect(String(decoding: model, as: UTF8.self) == "COLMI R12_0003")
        }
      }
    }
  }

  @Test func `Halo recognizes the bridge of a strap as a strap, and receives every beat`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let strap = VirtualHeartRateMonitor(.strap, seed: 1)
      try await serving(HeartRateMonitorDriver.self, from: strap, home, EventLog()) { central in
        let seen = try await Self.find(central)
        #expect(HeartRateMonitorDriver.match(seen) == .certain)
        let beats = try await central.withConnection(to: seen) { connection in
          try await HeartRateMonitorDriver.withDriver(over: connection, home.driver) { driver in
            let (identity, battery) = (try await driver.identify(), try await driver.battery())
            #expect(identity.location == "chest" && identity.manufacturer == "Halo" && battery.percent == 84)
            return try await driver.withLiveMeasurement(of: .heartRate) { readings in
              var beats: [Double] = []
              for await reading in readings {
                guard case .value = reading.state else { continue }
                beats += reading.beatIntervals
                if beats.count >= 40 { break }
              }
              return beats
            }
          }
        }
        // Consecutive beats differ little. A lost or a duplicate beat shows only in the sum of the intervals.
        #expect(zip(beats, beats.dropFirst()).allSatisfy { abs($0 - $1) < 200 })
        let seconds = clock.now.offset / .seconds(1)
        #expect(beats.reduce(0, +) / 1000 < seconds && beats.reduce(0, +) / 1000 > 20)
      }
    }
  }

  @Test func `stops sending the rate after a link loss, and resumes after reconnecting`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      let eventLog = EventLog()
      try await serving(ColmiRingDriver.self, from: ring, home, eventLog) { central in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await Self.listen(central, seconds: 400, home, eventLog) }
          try await clock.sleep(for: .seconds(60))
          let before = eventLog.received.count
          await home.medium.move(ring.profile.device, to: 100)
          try await clock.sleep(for: .seconds(240))
          let meanwhile = eventLog.received.dropFirst(before)
          #expect((235...241).contains(meanwhile.count), "\(meanwhile.count) measurements")
          #expect(meanwhile.prefix { $0.hasContact == true }.count <= 4)
          #expect(Self.stretches(Array(meanwhile)) == [true, false])
          await home.medium.move(ring.profile.device, to: 1)
          try await group.waitForAll()
        }
      }
      #expect(eventLog.interruptions > 8, "more than the retry limit of other sessions")
      #expect(Self.stretches(eventLog.received) == [false, true, false, true])
      #expect(!ring.isMeasuring)
    }
  }

  @Test(arguments: 0..<20)
  func `turns the LEDs off and stops advertising after cancellation at any time`(number: Int) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      let radio = home.medium.central()
      let bridge = self.bridge(ColmiRingDriver.self, from: ring, home, radio)
      let served = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await bridge.run { _ in } }
        group.addTask { try await Self.listen(home.medium.central(), seconds: 1000, home, EventLog()) }
        try await clock.sleep(for: .milliseconds(number * number * 120 + 30))
        group.cancelAll()
        while await group.nextResult() != nil {}
        return radio.peripheral()
      }
      #expect(!ring.isMeasuring)
      #expect(clock.now.offset < .seconds(60))
      let isHere = await home.medium.isConnected(ring.profile.device)
      #expect(!isHere)
      // It can be served again, which proves that no program is connected to the earlier server.
      try await served.serve(ServedDevice(name: "Halo", services: []), with: EmptyHandler()) { _ in }
    }
  }

  @Test func `ends with the reason when the radio is turned off`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      let radio = home.medium.central()
      let bridge = self.bridge(ColmiRingDriver.self, from: ring, home, radio)
      let error = await #expect(throws: BluetoothError.self) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await bridge.run { _ in } }
          group.addTask {
            try await clock.sleep(for: .seconds(30))
            radio.setState(.poweredOff)
          }
          try await group.waitForAll()
        }
      }
      #expect(error?.reason == .radio(.poweredOff))
    }
  }

  @Test func `ends with the error of its report`() async throws {
    struct Unwritable: Error {}
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      let bridge = self.bridge(ColmiRingDriver.self, from: ring, home, home.medium.central())
      await #expect(throws: Unwritable.self) {
        try await bridge.run { event in if case .measured = event { throw Unwritable() } }
      }
    }
  }

  @Test func `does not advertise a device without live heart rate`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      var model = VirtualRingModel.r12
      model.refused.formUnion([0x69, 0x1E])
      let ring = home.ring(model, seed: 3)
      await home.medium.add(ring)
      let eventLog = EventLog()
      let bridge = self.bridge(ColmiRingDriver.self, from: ring, home, home.medium.central())
      await #expect(throws: LiveMeasuringError.self) { try await bridge.run { eventLog.note($0) } }
      #expect(eventLog.served == nil)
    }
  }
}

/// Has no values.
private struct EmptyHandler: AttributeHandler {
  func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }
}
