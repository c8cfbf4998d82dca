import HaloText
import HaloTesting
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Live measurements and settings")
struct LiveTests {
  private static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)
  private struct Stop: Error {}

  /// Calls `body` with a virtual ring and its driver; afterwards the ring must have its LEDs off and be disconnected.
  @discardableResult
  private func withRing<Result: Sendable>(
    _ model: VirtualRingModel = .r12,
    _ body: @Sendable (VirtualColmiRing, ColmiRingDriver, SimulatedEnvironment) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(model, seed: 3)
      await home.medium.add(ring)
      let central = home.medium.central()
      do {
        let result = try await connect(central, ring, home, body)
        #expect(!ring.isMeasuring)
        return result
      } catch {
        #expect(!ring.isMeasuring, "the LEDs are still on after \(error)")
        // The ring accepts the next connection.
        try await central.withConnection(to: ring.profile.device, label: "ring", timeout: .seconds(5)) { _ in }
        throw error
      }
    }
  }

  private func connect<Result: Sendable>(
    _ central: some Central, _ ring: VirtualColmiRing, _ home: SimulatedEnvironment,
    _ body: @Sendable (VirtualColmiRing, ColmiRingDriver, SimulatedEnvironment) async throws -> Result
  ) async throws -> Result {
    try await central.withConnection(to: ring.profile.device, label: "ring", timeout: .seconds(5)) { connection in
      try await ColmiRingDriver.withDriver(over: connection, home.driver) { try await body(ring, $0, home) }
    }
  }

  @Test(arguments: [Metric.heartRate, .oxygenSaturation])
  func `reports warming up first, then values with beat intervals`(quantity: Metric) async throws {
    try await withRing { ring, driver, home in
      let start = home.clock.now
      let readings = try await driver.withLiveMeasurement(of: quantity) { stream in
        var readings: [LiveReading] = []
        for await reading in stream {
          readings.append(reading)
          #expect(ring.isMeasuring)
          if home.clock.now >= start.advanced(by: .seconds(40)) { break }
        }
        return readings
      }
      #expect(readings.first?.state == .warmingUp)
      let values = readings.drop { $0.state == .warmingUp }
      #expect((24...32).contains(values.count), "two per second after 26 s")
      for reading in values {
        guard case .value(let value) = reading.state else {
          Issue.record("\(reading.state) among the values")
          continue
        }
        #expect((40...200).contains(value))
      }
      #expect(values.contains { $0.beatIntervalMilliseconds != nil } == (quantity == .heartRate))
      #expect(!readings.contains { $0.state == .value(0) })
    }
  }

  @Test func `reports that the ring was taken off`() async throws {
    try await withRing { ring, driver, _ in
      try await driver.withLiveMeasurement(of: .heartRate) { stream in
        ring.setWorn(false)
        for await reading in stream where reading.state == .notWorn { return }
        Issue.record("never reported as not worn")
      }
    }
  }

  @Test func `turns the LEDs off after an error`() async throws {
    await #expect(throws: Stop.self) {
      try await withRing { _, driver, _ in
        try await driver.withLiveMeasurement(of: .heartRate) { _ in throw Stop() }
      }
    }
  }

  @Test(arguments: 0..<40)
  func `turns the LEDs off after a cancellation at any time`(halfSeconds: Int) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          _ = try? await connect(home.medium.central(), ring, home) { _, driver, _ in
            try await driver.withLiveMeasurement(of: .heartRate) { stream in for await _ in stream {} }
          }
        }
        try? await clock.sleep(for: .milliseconds(500 * halfSeconds / 4 + 30))
        group.cancelAll()
      }
      #expect(!ring.isMeasuring)
      try await home.medium.central().withConnection(to: ring.profile.device, label: "ring", timeout: .seconds(5)) {
        _ in
      }
      #expect(clock.now.offset < .seconds(60), "cancellation took too long")
    }
  }

  @Test func `uses the older command for early firmware, and extends the measurement beyond its minute`() async throws {
    var model = VirtualRingModel.r02Old
    model.refused.insert(0x69)
    try await withRing(model) { ring, driver, home in
      let start = home.clock.now
      let readings = try await driver.withLiveMeasurement(of: .heartRate) { stream in
        var readings: [LiveReading] = []
        for await reading in stream {
          readings.append(reading)
          if home.clock.now >= start.advanced(by: .seconds(150)) { break }
        }
        return readings
      }
      #expect(readings.count > 290, "it ended by itself after \(readings.count) readings")
      #expect(readings.first?.state == .warmingUp)
      #expect(readings.last?.state != .warmingUp)
    }
  }

  @Test(arguments: [VirtualRingModel.r02New, .r02Old])
  func `tries the other command if one is refused`(model: VirtualRingModel) async throws {
    for refused in [0x1E, 0x69] as [UInt8] {
      var model = model
      model.refused.insert(refused)
      try await withRing(model) { _, driver, _ in
        let first = try await driver.withLiveMeasurement(of: .heartRate) { stream in
          for await reading in stream { return reading.state as LiveReading.State? }
          return nil
        }
        #expect(first == .warmingUp)
      }
    }
  }

  @Test func `measures one quantity at a time`() async throws {
    try await withRing { ring, driver, _ in
      try await driver.withLiveMeasurement(of: .heartRate) { _ in
        await #expect(throws: LiveMeasuringError.busy(device: "ring", running: "heart rate")) {
          try await driver.withLiveMeasurement(of: .stress) { _ in }
        }
        await #expect(throws: LiveMeasuringError.busy(device: "ring", running: "heart rate")) {
          try await driver.withRawStream { _ in }
        }
        #expect(ring.isMeasuring)
      }
      try await driver.withLiveMeasurement(of: .stress) { _ in }
    }
  }

  @Test func `starts a stalled measurement again`() async throws {
    try await withRing { ring, driver, home in
      try await driver.withLiveMeasurement(of: .heartRate) { stream in
        var states: [LiveReading.State] = []
        for await reading in stream {
          if case .value = reading.state {
            if states.contains(.restarted) { break }
            if !states.contains(.warmingUp) || states.last == .warmingUp { ring.restart() }
          }
          states.append(reading.state)
        }
        #expect(states.count { $0 == .restarted } == 1)
      }
    }
  }

  @Test func `ends the readings of a silent ring after two more attempts`() async throws {
    try await withRing { ring, driver, home in
      let start = home.clock.now
      var notes = 0
      _ = try? await driver.withLiveMeasurement(of: .heartRate) { stream in
        ring.setSilent(true)
        for await reading in stream where reading.state == .restarted { notes += 1 }
        ring.setSilent(false)
        #expect(home.clock.now >= start.advanced(by: .seconds(15)))
        #expect(home.clock.now < start.advanced(by: .seconds(20)))
      }
      #expect(notes == 2)
    }
  }

  @Test func `stops a measurement that another program left running`() async throws {
    for request in [ColmiRing.Request.startRealTime(.spo2), .rawStream(on: true), .olderRealTime(.start)] {
      try await Simulation.run { clock in
        let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
        let ring = home.ring(.r02New, seed: 3)
        await home.medium.add(ring)
        let central = home.medium.central()
        try await central.withConnection(to: ring.profile.device, label: "ring", timeout: .seconds(5)) { connection in
          let writeCharacteristic = try #require(
            try await connection.services().characteristic(ColmiRing.GATT.commandWrite))
          try await connection.write(request.outgoing.bytes, to: writeCharacteristic, withResponse: true)
          try await clock.sleep(for: .seconds(1))
        }
        #expect(ring.isMeasuring)
        try await connect(central, ring, home) { _, _, _ in try await clock.sleep(for: .seconds(2)) }
        #expect(!ring.isMeasuring, "\(request)")
      }
    }
  }

  @Test(arguments: [VirtualRingModel.r12, .r08])
  func `receives each raw reading once, in its unit, and stops the stream`(model: VirtualRingModel) async throws {
    try await withRing(model) { ring, driver, home in
      let start = home.clock.now
      let readings = try await driver.withRawStream { stream in
        var readings: [RawReading] = []
        for await reading in stream {
          readings.append(reading)
          if home.clock.now >= start.advanced(by: .seconds(20)) { break }
        }
        return readings
      }
      for sensor in [RawReading.Sensor.ppg, .redLight, .accelerometer] {
        #expect((18...21).contains(readings.count { $0.sensor == sensor }))
      }
      for case .acceleration(let x, let y, let z) in readings.map(\.value) {
        #expect((0.9...1.1).contains((x * x + y * y + z * z).squareRoot()))
      }
      ring.setWorn(false)
      let light = try await driver.withRawStream { stream in
        var count = 0
        for await reading in stream {
          if reading.sensor == .accelerometer { count += 1 } else { return reading as RawReading? }
          if count == 5 { break }
        }
        return nil
      }
      #expect(light == nil, "a sensor without a sample sent one")
    }
  }

  @Test func `reports that a ring has no raw sensors`() async throws {
    var model = VirtualRingModel.r12
    model.refused.insert(0xA1)
    model.unansweredCommands.insert(0xA1)
    try await withRing(model) { _, driver, _ in
      await #expect(throws: LiveMeasuringError.unsupported(device: "ring", what: "raw sensors")) {
        try await driver.withRawStream { _ in }
      }
    }
  }

  @Test func `names the ring and the quantity that it cannot measure`() async throws {
    try await withRing(.r02Old) { _, driver, _ in
      #expect(driver.liveQuantities == [.heartRate, .oxygenSaturation])
    }
    var model = VirtualRingModel.r12
    model.refused.insert(0x69)
    try await withRing(model) { _, driver, _ in
      let error = await #expect(throws: LiveMeasuringError.self) {
        try await driver.withLiveMeasurement(of: .stress) { _ in }
      }
      #expect(error?.description == "ring does not measure stress live. 'halo info' lists the supported quantities.")
    }
  }

  @Test func `reads, writes and reads back settings`() async throws {
    try await withRing(.r10) { _, driver, _ in
      let before = try await driver.settings()
      #expect(before.map(\.quantity) == ColmiRingDriver.family.automaticQuantities)
      #expect(before.first == AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: 10))
      let rarer = AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: 30)
      #expect(try await driver.configure(rarer) == rarer)
      let off = AutomaticMeasurement(.stress, isEnabled: false)
      #expect(try await driver.configure(off) == off)
      let after = try await driver.settings()
      #expect(after.contains(rarer) && after.contains(off))
    }
  }

  @Test func `leaves out an unsupported setting, and refuses to change it with the reason`() async throws {
    try await withRing(.r02New) { _, driver, _ in
      let known = try await driver.settings().map(\.quantity)
      #expect(known == [.heartRate, .oxygenSaturation, .stress])
      await #expect(throws: ConfigurableError.unsupported(device: "ring", what: "skin temperature")) {
        _ = try await driver.configure(AutomaticMeasurement(.skinTemperature, isEnabled: true))
      }
    }
  }

  @Test func `writes goals and profile and reads them back`() async throws {
    try await withRing(.r02New) { _, driver, _ in
      let before = try #require(try await driver.goals())
      #expect(before == DailyGoals(steps: 5000, kilocalories: 300, meters: 3000, sportMinutes: 30, sleepMinutes: 480))
      let goals = DailyGoals(steps: 9000, kilocalories: 450, meters: 7000, sportMinutes: 45, sleepMinutes: 450)
      #expect(try await driver.setGoals(goals) == goals)
      let profile = WearerProfile(
        clockHours: 12, units: .imperial, gender: .female, age: 34, heightCentimeters: 171, weightKilograms: 63)
      #expect(try await driver.setProfile(profile) == profile)
      #expect(try await driver.profile() == profile)
    }
  }

  @Test func `reports an interval that the ring confirms but does not store`() async throws {
    try await withRing { _, driver, _ in
      let error = await #expect(throws: ConfigurableError.self) {
        _ = try await driver.configure(AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: 0))
      }
      #expect(
        error?.description == """
          ring confirmed the setting 'heart rate' but did not store it: every 0 minutes was requested, and it is still every 5 minutes. \
          Some firmware stores only certain values: try another value.
          """)
    }
  }

  @Test func `blinks, resets and turns off a ring`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      try await connect(home.medium.central(), ring, home) { ring, driver, _ in
        func perform(_ id: String) async throws {
          let action = try #require(ColmiRingDriver.actions.first { $0.id == id })
          _ = try await driver.perform(action.request())
        }
        try await perform("find")
        #expect(ring.blinkCount == 1)
        #expect(!ring.isErased)
        await #expect(throws: ConfigurableError.self) {
          _ = try await driver.perform(DeviceAction("tare", "Tare").request())
        }
        #expect(!ring.isErased)
        try await perform("factory-reset")
        #expect(ring.isErased)
        try await perform("power-off")
        #expect(!ring.isAwake)
      }
      await #expect(throws: BluetoothError(.connect, device: "ring", .timedOut(.seconds(5)))) {
        try await home.medium.central().withConnection(
          to: ring.profile.device, label: "ring", timeout: .seconds(5)
        ) { _ in }
      }
    }
  }
}
