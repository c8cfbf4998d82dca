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

@Suite("A heart rate that is served to others")
struct HeartRateBridgeTests {
  private static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)
  private static let rate: BluetoothUUID = 0x2A37

  /// What happened on both sides of a bridge.
  private final class Notes: Sendable {
    private struct State {
      var heard: [HeartRateService.Measurement] = []
      var isHeard: [Bool] = []
      var interruptions = 0
      var served: ServedDevice?
    }
    private let state = Mutex(State())

    var heard: [HeartRateService.Measurement] { state.withLock { $0.heard } }
    var isHeard: [Bool] { state.withLock { $0.isHeard } }
    var interruptions: Int { state.withLock { $0.interruptions } }
    var served: ServedDevice? { state.withLock { $0.served } }

    func hear(_ value: [UInt8]) {
      guard let measurement = HeartRateService.Measurement(value: value) else { return }
      state.withLock { $0.heard.append(measurement) }
    }

    func note<Driver>(_ event: HeartRateBridge<Driver>.Event) {
      state.withLock { state in
        switch event {
        case .link(.interrupted): state.interruptions += 1
        case .link: break
        case .serving(let device): state.served = device
        case .told(let telling): state.isHeard.append(telling.isHeard)
        }
      }
    }
  }

  /// A bridge from a device of the air to whoever is in it.
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

  /// Runs the bridge while `body` does, which is given somebody else's radio, and ends it.
  private func serving<Driver: BatteryPowered & LiveMeasuring>(
    _ driver: Driver.Type, from device: any VirtualPeripheral, _ home: SimulatedEnvironment, _ notes: Notes,
    _ body: @escaping @Sendable (SimulatedCentral) async throws -> Void
  ) async throws {
    await home.air.add(device)
    let bridge = self.bridge(driver, from: device, home, home.air.central())
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await bridge.run { notes.note($0) } }
      try await body(home.air.central())
      group.cancelAll()
      while await group.nextResult() != nil {}
    }
  }

  private static func find(_ central: SimulatedCentral) async throws -> Advertisement {
    for try await seen in central.scan(ScanFilter(services: [0x180D])) where seen.name == "Halo" { return seen }
    throw CancellationError()
  }

  /// Listens as a stranger for some seconds.
  private static func listen(
    _ central: SimulatedCentral, seconds: Int, _ home: SimulatedEnvironment, _ notes: Notes
  ) async throws {
    try await central.withConnection(to: try await find(central)) { connection in
      let rate = try #require(try await connection.services().characteristic(Self.rate))
      let values = try await connection.notifications(of: rate)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { _ = try? await Self.collect(values, notes) }
        try? await home.clock.sleep(for: .seconds(seconds))
        group.cancelAll()
      }
    }
  }

  private static func collect(_ values: AsyncThrowingStream<ReceivedValue, any Error>, _ notes: Notes) async throws {
    for try await value in values { notes.hear(value.bytes) }
  }

  /// Whether there was contact, once for each stretch of measurements that say the same.
  private static func stretches(_ measurements: [HeartRateService.Measurement]) -> [Bool] {
    measurements.reduce(into: []) { if $0.last != ($1.hasContact == true) { $0.append($1.hasContact == true) } }
  }

  @Test("a stranger hears no contact while the ring warms up or is not worn, and its rate otherwise, once a second")
  func ring() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      let notes = Notes()
      try await serving(ColmiRingDriver.self, from: ring, home, notes) { central in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await Self.listen(central, seconds: 80, home, notes) }
          try await clock.sleep(for: .seconds(45))
          ring.setWorn(false)
          try await clock.sleep(for: .seconds(10))
          ring.setWorn(true)
          try await group.waitForAll()
        }
        try await clock.sleep(for: .seconds(3))
        #expect(ring.isMeasuring)
      }
      #expect(!ring.isMeasuring, "the LEDs are on")
      let heard = notes.heard
      #expect((78...81).contains(heard.count), "\(heard.count) measurements in 80 s")
      #expect(Self.stretches(heard) == [false, true, false, true])
      #expect(heard.prefix { $0.hasContact == false }.count > 20, "a ring warms up for 26 s")
      for measurement in heard {
        #expect(measurement.hasContact != nil, "contact is always told")
        #expect(measurement.hasContact == true ? (40...200).contains(measurement.bpm) : measurement.bpm == 0)
        #expect(measurement.beatIntervals.isEmpty, "a ring does not tell every beat")
      }
      #expect(notes.isHeard.first == false && notes.isHeard.last == false && notes.isHeard.contains(true))
    }
  }

  @Test("what is said of a ring: a monitor of the finger, its battery, who made it")
  func description() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      ring.setBattery(percent: 57)
      try await serving(ColmiRingDriver.self, from: ring, home, Notes()) { central in
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

  @Test("Halo itself takes the bridge of a strap for a strap, and every beat comes through")
  func strap() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let strap = VirtualHeartRateMonitor(.strap, seed: 1)
      try await serving(HeartRateMonitorDriver.self, from: strap, home, Notes()) { central in
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
        // Beats that follow each other differ little; a lost or a doubled one would not show here, but in their sum.
        #expect(zip(beats, beats.dropFirst()).allSatisfy { abs($0 - $1) < 200 })
        let seconds = clock.now.offset / .seconds(1)
        #expect(beats.reduce(0, +) / 1000 < seconds && beats.reduce(0, +) / 1000 > 20)
      }
    }
  }

  @Test("where the link to the ring breaks, no rate is told that is not true any more, and it comes back by itself")
  func brokenLink() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      let notes = Notes()
      try await serving(ColmiRingDriver.self, from: ring, home, notes) { central in
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await Self.listen(central, seconds: 400, home, notes) }
          try await clock.sleep(for: .seconds(60))
          let before = notes.heard.count
          await home.air.move(ring.profile.device, to: 100)
          try await clock.sleep(for: .seconds(240))
          let meanwhile = notes.heard.dropFirst(before)
          #expect((235...241).contains(meanwhile.count), "\(meanwhile.count) measurements")
          #expect(meanwhile.prefix { $0.hasContact == true }.count <= 4)
          #expect(Self.stretches(Array(meanwhile)) == [true, false])
          await home.air.move(ring.profile.device, to: 1)
          try await group.waitForAll()
        }
      }
      #expect(notes.interruptions > 8, "more than a session of another kind has patience for")
      #expect(Self.stretches(notes.heard) == [false, true, false, true])
      #expect(!ring.isMeasuring)
    }
  }

  @Test("at the end the LEDs are off and the monitor is gone, whenever that is", arguments: 0..<20)
  func cancelled(number: Int) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.air.add(ring)
      let radio = home.air.central()
      let bridge = self.bridge(ColmiRingDriver.self, from: ring, home, radio)
      let served = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await bridge.run { _ in } }
        group.addTask { try await Self.listen(home.air.central(), seconds: 1000, home, Notes()) }
        try await clock.sleep(for: .milliseconds(number * number * 120 + 30))
        group.cancelAll()
        while await group.nextResult() != nil {}
        return radio.peripheral()
      }
      #expect(!ring.isMeasuring)
      #expect(clock.now.offset < .seconds(60))
      let isHere = await home.air.isConnected(ring.profile.device)
      #expect(!isHere)
      // It can be served again, and no program is connected to what was served before.
      try await served.serve(ServedDevice(name: "Halo", services: []), with: Silence()) { _ in }
    }
  }

  @Test("a radio that is turned off ends it with the reason")
  func radioOff() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.air.add(ring)
      let radio = home.air.central()
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

  @Test("a device that does not measure the heart live is not advertised")
  func unsupported() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      var model = VirtualRingModel.r12
      model.refused.formUnion([0x69, 0x1E])
      let ring = home.ring(model, seed: 3)
      await home.air.add(ring)
      let notes = Notes()
      let bridge = self.bridge(ColmiRingDriver.self, from: ring, home, home.air.central())
      await #expect(throws: LiveMeasuringError.self) { try await bridge.run { notes.note($0) } }
      #expect(notes.served == nil)
    }
  }
}

/// Answers nothing.
private struct Silence: AttributeHandler {
  func read(_ characteristic: Characteristic, by central: DeviceID) async throws(AttributeError) -> [UInt8] {
    throw AttributeError(code: 0x02)
  }
}
