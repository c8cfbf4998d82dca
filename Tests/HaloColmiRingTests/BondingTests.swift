import HaloTesting
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("A ring that requires a bond")
struct BondingTests {
  private let morning = WallClock(secondsSince1970: 1_764_000_000)

  private func session(
    _ home: SimulatedEnvironment, _ ring: VirtualColmiRing, _ recorder: FrameList = FrameList()
  ) -> WearableSession<ColmiRingDriver> {
    WearableSession(
      radio: home.medium.central(), device: ring.profile.device, label: ring.profile.name ?? "",
      environment: home.driver, recorder: recorder)
  }

  @Test func `and does not answer unbonded hosts is bonded and synced`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: morning, zone: .hoursEast(8))
      let ring = home.ring(.r09, seed: 3)
      await home.medium.add(ring)
      let recorder = FrameList()
      let report = try await session(home, ring, recorder).sync()
      #expect(report.missed.isEmpty && report.interruption == nil)
      let readings = ColmiRingDriver.read(await recorder.frames, advertisedName: nil).logReadings
      #expect(readings.samples.count > 500)
      #expect(await home.medium.isBonded(ring.profile.device))
      // A bond persists, so the second sync needs only one link.
      ring.setBattery(percent: 71)
      let begin = clock.now
      let battery = try await session(home, ring).once { try await $0.battery() }
      #expect(battery.percent == 71)
      #expect(begin.duration(to: clock.now) < .seconds(2))
    }
  }

  @Test func `and answers without one is bonded after the sync`() async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: morning, zone: .hoursEast(8))
      let (asks, asksNot) = (home.ring(.r12, seed: 3), home.ring(.r10, seed: 4))
      for ring in [asks, asksNot] {
        await home.medium.add(ring)
        let report = try await session(home, ring).sync()
        #expect(report.missed.isEmpty)
      }
      #expect(await home.medium.isBonded(asks.profile.device))
      #expect(await !home.medium.isBonded(asksNot.profile.device))
    }
  }
}
