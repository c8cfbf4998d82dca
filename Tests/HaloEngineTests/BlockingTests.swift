#if DEBUG
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloSimulatedRadio
  import HaloTesting
  import HaloVirtualDevices
  import HaloWearables
  import Synchronization
  import Testing

  struct BlockingTests {
    private final class Count: Sendable {
      private let count = Mutex(0)
      var value: Int { count.withLock { $0 } }
      func increment() { count.withLock { $0 += 1 } }
    }

    @Test func `the engine and the supervisor never block a cooperative thread on SQLite`() async throws {
      let folder = try TemporaryFolder()
      let misuses = Count()
      try await Simulation.run { clock in
        let home = try await RingHome(clock, folder)
        let supervisor = Supervisor(home.engine, random: { _ in 0 })
        try await BlockingWork.$onBlockingUse.withValue({ misuses.increment() }) {
          _ = try await home.engine.sync(home.device)
          await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await home.engine.watch(.quantity(.heartRate), of: home.device) { _ in } }
            try? await clock.sleep(for: .seconds(60))
            group.cancelAll()
          }
          _ = try await home.engine.recordWorkout(.running, machine: nil, heart: home.device, of: "me") {
            try await clock.sleep(for: .seconds(60))
          }
          await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await supervisor.run() }
            try? await clock.sleep(for: .seconds(4000))
            await supervisor.reload()
            group.cancelAll()
          }
          #expect(misuses.value == 0)
          // A blocking call is detected here.
          #expect(try !home.journal.devices().isEmpty)
          #expect(misuses.value == 1)
        }
      }
    }
  }
#endif
