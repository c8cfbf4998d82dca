import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

/// The code of the articles in the documentation catalogs (`Sources/*/*.docc`). `docs/guide/check` compares them with this file.
@Suite struct ArticleExampleTests {
  @Test func `reads the battery of the first ring nearby`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { home.time.wallClock }
      ring.setBattery(percent: 71)
      await home.medium.add(ring)
      let level = try await batteryLevel(over: home.radio, home.environment, registry: .bundled)
      #expect(level == 71)
    }
  }

  @Test func `syncs a ring, and finds the bytes of a heart rate`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let ring = VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { home.time.wallClock }
      let device = try await home.pair(ring, name: "ring", wearer: "me")
      let report = try await home.engine.sync(device)
      #expect(report.missed.isEmpty)

      let sample = try #require(try home.samples(of: .heartRate).first { $0.source == .log })
      let frames = try home.bytes(of: sample)
      #expect(frames.joined().contains(UInt8(sample.value)))

      #expect(try bytes(of: sample, in: home.journal) == frames)
      let day = try stepsAndSleep(of: "me", on: home.start.date, in: home.journal, at: home.time)
      #expect(day.steps != nil)
    }
  }
}

/// Reads the battery level of the first device that a driver recognizes, in percent.
func batteryLevel(
  over radio: some Central, _ environment: DriverEnvironment, registry: DriverRegistry
) async throws -> Int? {
  for try await advertisement in radio.scan(ScanFilter()) {
    guard let driver = registry.driver(for: advertisement) as? any BatteryPowered.Type else { continue }
    return try await radio.withConnection(to: advertisement) { connection in
      try await percent(driver, over: connection, environment)
    }
  }
  return nil
}

private func percent<Driver: BatteryPowered>(
  _ driver: Driver.Type, over connection: any Connection, _ environment: DriverEnvironment
) async throws -> Int? {
  try await driver.withDriver(over: connection, environment) { device in
    try await device.battery().percent
  }
}

/// The frames behind a sample, as the device sent them.
func bytes(of sample: StoredSample, in journal: Journal) throws -> [[UInt8]] {
  guard let explanation = try journal.explain(sample) else { return [] }
  return explanation.frames.map(\.frame.bytes)
}

/// The steps of a day, and the minutes asleep of its main sleep; nil if the journal does not have them.
func stepsAndSleep(
  of wearer: String, on date: CalendarDate, in journal: Journal, at time: WallTime
) throws -> (steps: Int?, minutesAsleep: Int?) {
  let reports = try Reports(journal: journal, wearer: wearer, time: time)
  let day = try reports.day(date)
  return (day.movement?.steps, day.mainSleep?.minutesAsleep)
}
