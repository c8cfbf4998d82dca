import CyclingSensor
import HaloDrivers
import HaloTesting
import Synchronization
import Testing
import VirtualCyclingSensor

@Suite("A cycling sensor in a simulated home")
struct SensorTests {
  private static let registry = DriverRegistry(DriverRegistry.bundled.drivers + [CyclingDriver.self])

  @Test func `is recognized by its service, and no other family claims it`() {
    let sensor = VirtualCyclingSensor()
    let seen = Advertisement(device: sensor.profile.device, name: "x", services: sensor.profile.advertisedServices)
    #expect(Self.registry.driver(for: seen)?.family.id == "cycling-sensor")
    #expect(DriverRegistry.bundled.driver(for: seen) == nil)
  }

  @Test func `has its own German texts, beside those of Halo`() {
    let (family, german) = (CyclingDriver.family, Wording(.german))
    #expect(family.name.text(in: german) == "Fahrradsensor")
    #expect(family.name(of: "speed-and-cadence").text(in: german) == "Geschwindigkeit und Trittfrequenz")
    #expect(CyclingDriver.pickerDescriptors.map { $0.name.text(in: german) } == ["Fahrradsensor"])
    let texts =
      [family.searchWords, family.searchAdvice, family.caution].compactMap(\.self) + family.abilities.map(\.words)
      + family.inabilities.flatMap { [$0.words, $0.reason] }
      + CyclingDriver.actions.flatMap { [$0.name, $0.warning].compactMap(\.self) + $0.parameters.map(\.name) }
    for text in texts { #expect(text.text(in: german) != text.english, "\(text) has no German") }
    #expect(texts.contains { $0.text(in: german) == "Das Gerät hat kein GPS." })  // prose:allow German
  }

  @Test func `a sync's samples match the sensor's turns, and are explained down to its bytes`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let sensor = VirtualCyclingSensor(wheelPerMinute: 190, crankPerMinute: 78)
      let device = try await home.pair(sensor)
      let report = try await home.engine.sync(device)
      #expect(report.identity.capabilities == ["speed", "cadence"])
      #expect(report.identity.location == "rear wheel")
      #expect(report.battery == BatteryState(percent: 91, isCharging: false))
      let speeds = try home.samples(of: .speed)
      #expect(speeds.count >= 8)
      // An event time is exact to 1/1024 s.
      for speed in speeds { #expect(abs(speed.value - 190 / 60 * CyclingSensor.wheelCircumference) < 0.02) }
      for cadence in try home.samples(of: .cadence) { #expect(abs(cadence.value - 78) < 0.2) }

      let speed = try #require(speeds.first)
      let frames = try home.bytes(of: speed)
      let counts = frames.compactMap { CyclingSpeedAndCadence(value: $0)?.wheel }
      try #require(counts.count == 2)
      let turnsPerSecond = Double(counts[1].count - counts[0].count) * 1024 / Double(counts[1].time - counts[0].time)
      #expect(speed.value == turnsPerSecond * CyclingSensor.wheelCircumference)
    }
  }

  @Test func `live speed adds up to the distance that the wheel rolled, across the roll-over of both counts`()
    async throws
  {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let sensor = VirtualCyclingSensor(wheelPerMinute: 250, wheelTurns: 0xFFFF_FFF0, crankTurns: 0xFFF0)
      let device = try await home.pair(sensor)
      let speeds = try await Self.watch(.speed, of: device, for: .seconds(60), in: home)
      let rolled = Double(sensor.turns.wheel - 0xFFFF_FFF0) * CyclingSensor.wheelCircumference
      // One reading per second. The first measurement has no predecessor, and a turn is incomplete at each end.
      #expect(abs(speeds.reduce(0, +) - rolled) < 4 * CyclingSensor.wheelCircumference * 250 / 60)
      #expect(speeds.count >= 55)
    }
  }

  @Test func `live cadence of slow turns is not 0 until the crank stops`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let sensor = VirtualCyclingSensor(wheelPerMinute: 0, crankPerMinute: 40)
      let device = try await home.pair(sensor)
      let slow = try await Self.watch(.cadence, of: device, for: .seconds(30), in: home)
      #expect(!slow.isEmpty)
      for cadence in slow { #expect(abs(cadence - 40) < 0.2) }
      sensor.ride(wheelPerMinute: 0, crankPerMinute: 0)
      #expect(try await Self.watch(.cadence, of: device, for: .seconds(30), in: home).last == 0)
    }
  }

  @Test func `a sensor without a wheel reports that it cannot measure speed`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let device = try await home.pair(
        VirtualCyclingSensor(features: CyclingSensor.Features(hasWheel: false, hasCrank: true)))
      await #expect(throws: LiveMeasuringError.unsupported(device: device.name, what: "speed")) {
        _ = try await Self.watch(.speed, of: device, for: .seconds(5), in: home)
      }
    }
  }

  @Test func `a sync with a link loss has the samples of both links`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let device = try await home.pair(VirtualCyclingSensor())
      await home.cause(.packet(.linkLost, number: 8))
      _ = try await home.engine.sync(device)
      #expect(try home.samples(of: .cadence).count >= 8)
    }
  }

  private static func count(_ turns: String) throws -> ActionRequest {
    try #require(CyclingDriver.actions.first).request(["turns": turns])
  }

  @Test(arguments: ["0", "4294967295"])
  func `an action sets the wheel's count`(_ turns: String) async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let sensor = VirtualCyclingSensor(wheelPerMinute: 0)
      let device = try await home.pair(sensor)
      let words = try await home.engine.perform(Self.count(turns), on: device)
      #expect(sensor.turns.wheel == Int(turns))
      #expect(words.text(in: Wording(.german)).hasPrefix("Der Zähler des Rads steht auf "))  // prose:allow German
    }
    #expect(throws: ActionError.self) { try Self.count("4294967296") }
  }

  @Test func `a sensor without a wheel refuses to set its count`() async throws {
    try await SimulatedHome.run(registry: Self.registry) { home in
      let device = try await home.pair(
        VirtualCyclingSensor(features: CyclingSensor.Features(hasWheel: false, hasCrank: true)))
      await #expect(throws: ConfigurableError.self) {
        _ = try await home.engine.perform(Self.count("1"), on: device)
      }
    }
  }

  /// Returns the values of a live measurement with this duration.
  private static func watch(
    _ quantity: Metric, of device: Device, for time: Duration, in home: SimulatedHome
  ) async throws -> [Double] {
    let values = Mutex<[Double]>([])
    _ = try await TimeLimit.within(time, home.clock) {
      try await home.engine.watch(.quantity(quantity), of: device) { news in
        guard case .reading(let reading, _) = news, case .value(let value) = reading.state else { return }
        values.withLock { $0.append(value) }
      }
    }
    return values.withLock { $0 }
  }
}
