import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

struct RepeatedSeedTests {
  private final class Random: Sendable {
    private let state: Mutex<SeededGenerator>
    init(seed: UInt64) { state = Mutex(SeededGenerator(seed: seed)) }
    func draw(_ range: ClosedRange<Double>) -> Double { state.withLock { Double.random(in: range, using: &$0) } }
  }

  /// Supervises a ring and a strap for an hour over a poor connection, with a live measurement in between. Returns the
  /// bytes of the journal.
  private func live(seed: UInt64) async throws -> Data {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder, seed: seed)
      let strap = VirtualHeartRateMonitor(.strap, seed: seed)
      try await home.base.pair(strap, name: "strap", wearer: "me")
      var faults = PacketFaultRates()
      faults.loss = 0.005
      faults.duplication = 0.01
      faults.truncation = 0.002
      faults.linkLoss = 0.002
      home.medium.setFaults(faults)
      let random = Random(seed: seed)
      let supervisor = Supervisor(
        home.engine, schedule: .init(interval: .seconds(1200)),
        random: { random.draw($0) })
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        group.addTask {
          try? await clock.sleep(for: .seconds(Int(seed % 600)))
          let devices = (try? home.journal.devices()) ?? []
          await withTaskGroup(of: Void.self) { live in
            for device in devices {
              live.addTask {
                await supervisor.release(of: device.identifier)
                try? await home.engine.watch(.quantity(.heartRate), of: device) { _ in }
                await supervisor.reclaim(device.identifier)
              }
            }
            try? await clock.sleep(for: .seconds(60))
            live.cancelAll()
          }
        }
        try? await clock.sleep(for: .seconds(3600))
        group.cancelAll()
      }
      try home.journal.backUp(to: folder.path("copy.sqlite"))
    }
    return try Data(contentsOf: folder.url.appending(path: "copy.sqlite"))
  }

  /// The number of seeds: more in 'make prove long-tests', fewer under a sanitizer.
  private static let seedCount: UInt64 = {
    let environment = ProcessInfo.processInfo.environment
    return environment["HALO_LONG_TESTS"] != nil ? 200 : environment["HALO_WEEKS"] == nil ? 4 : 2
  }()

  @Test func `the same seed leads to the same journal, byte for byte`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<4 as Range<UInt64> {
        group.addTask {
          for seed in stride(from: lane + 1, through: Self.seedCount, by: 4) {
            let (first, second) = (try await live(seed: seed), try await live(seed: seed))
            #expect(first.count > 100_000, "seed \(seed): no data")
            #expect(first == second, "seed \(seed)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
