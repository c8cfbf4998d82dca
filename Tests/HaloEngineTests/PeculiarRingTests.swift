import HaloDrivers
import HaloEngine
import HaloHealth
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("Rings whose firmware differs")
struct PeculiarRingTests {
  @Test(arguments: VirtualRingModel.special)
  func `are found by name or company, paired, and synced without errors`(_ model: VirtualRingModel) async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let time = home.time
      let ring = VirtualColmiRing(model, wearer: SimulatedPerson(seed: 5)) { time.wallClock }
      let report = try await home.engine.sync(try await home.pair(ring))
      #expect(report.missed.isEmpty && report.interruption == nil, "\(report.missed)")
      #expect(try home.samples(of: .battery).count == 1)
      // Manual measurements are few and do not belong to the log.
      let hasHeartRateLog = try home.samples(of: .heartRate).count > 100
      #expect(hasHeartRateLog == (model.keepsLogs && !model.hasStalledLogger))
    }
  }
}
