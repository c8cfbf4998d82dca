import HaloText
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloVirtualDevices
import HaloWearables
import Testing

/// A ring that another program on the same computer uses for a measurement.
struct LinkInUseTests {
  @Test func `a sync does not interrupt the other program's connection, unless a takeover is allowed`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let ring = home.ring.profile.device
      await home.medium.setInUse(ring, true)
      let error = await #expect(throws: BluetoothError.self) { try await home.engine.sync(home.device) }
      #expect(error?.reason == .inUse)
      #expect("\(try #require(error))".contains("another program on this computer"))
      #expect(await home.medium.isInUse(ring))
      #expect(home.medium.packetCount == 0)

      let report = try await LinkTakeover.$isAllowed.withValue(true) { try await home.engine.sync(home.device) }
      #expect(report.missed.isEmpty)
      #expect(await !home.medium.isInUse(ring))
      #expect(await !home.medium.isConnected(ring))
    }
  }

  @Test func `the supervisor waits for its next interval, and syncs when the other program has ended`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let ring = home.ring.profile.device
      await home.medium.setInUse(ring, true)
      let supervisor = Supervisor(home.engine, random: { _ in 0 })
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        group.addTask {
          try? await clock.sleep(for: .seconds(600))
          let waiting = await supervisor.updates().first { _ in true }?.first
          #expect(waiting?.problem?.english.contains("another program") == true)
          #expect(waiting?.lastSync == nil)
          // Half an hour after the first attempt, not half a minute.
          if case .waiting(let until)? = waiting?.state {
            let minutes = (until.milliseconds - home.engine.moment.milliseconds) / 60_000
            #expect((15...25).contains(minutes), "\(minutes) min")
          } else {
            Issue.record("the supervisor does not wait: \(String(describing: waiting?.state))")
          }
          #expect(await home.medium.isInUse(ring))
          await home.medium.setInUse(ring, false)
          try? await clock.sleep(for: .seconds(1800))
          let synced = await supervisor.updates().first { _ in true }?.first
          #expect(synced?.lastSync != nil && synced?.problem == nil)
        }
        await group.next()
        group.cancelAll()
      }
    }
  }
}
