import HaloTesting
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("The README's example")
struct ReadmeExampleTests {
  @Test func `scans, connects, and reads the battery`() async throws {
    let percent = try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: WallClock(secondsSince1970: 1_764_000_000), zone: .hoursEast(8))
      let ring = home.ring(.r02New, seed: 1)
      ring.setBattery(percent: 71)
      await home.medium.add(ring)
      return try await batteryOfTheFirstRing(home.medium.central(), home.driver)
    }
    #expect(percent == 71)
  }
}

// README: begin
func batteryOfTheFirstRing(_ radio: some Central, _ environment: DriverEnvironment) async throws -> Int? {
  for try await advertisement in radio.scan(ScanFilter()) where ColmiRingDriver.match(advertisement) != nil {
    return try await radio.withConnection(to: advertisement) { connection in
      try await ColmiRingDriver.withDriver(over: connection, environment) { ring in
        try await ring.battery().percent
      }
    }
  }
  return nil
}
// README: end
