import HaloText
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

@Suite struct SimulatedHomeTests {
  private func ring(in home: SimulatedHome) -> VirtualColmiRing {
    let time = home.time
    return VirtualColmiRing(.r12, wearer: SimulatedPerson(seed: 1)) { time.wallClock }
  }

  @Test func `syncs a paired device into a temporary journal, and returns a sample's bytes`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let ring = ring(in: home)
      let device = try await home.pair(ring, name: "ring", wearer: "me")
      #expect(device.identifier == ring.profile.device && device.advertisedName == ring.profile.name)
      #expect(try await home.engine.sync(device).missed.isEmpty)
      let sample = try #require(try home.samples(of: .heartRate).first { $0.source == .log })
      let frames = try home.bytes(of: sample)
      #expect(!frames.isEmpty)
      #expect(frames.joined().contains(UInt8(sample.value)))
    }
  }

  @Test func `keeps the journal's folder only while the home exists`() async throws {
    let path = try await SimulatedHome.run(registry: .bundled) { home in
      #expect(FileManager.default.fileExists(atPath: home.journal.path))
      return home.journal.path
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `shows the local time of its zone, also after a change`() async throws {
    // On 2026-10-25 at 03:00, clocks in Berlin go back to 02:00.
    let start = WallClock(date: CalendarDate(daysSince1970: 20_751), minuteOfDay: 60)
    let zone = SimulatedZone(
      "Europe/Berlin", secondsFromGMT: 7200,
      changes: [SimulatedZone.Change(at: 20_751 * 86_400 + 3600, secondsFromGMT: 3600)])
    try await SimulatedHome.run(registry: .bundled, start: start, zone: zone) { home in
      #expect(home.time.wallClock == start && home.time.zone == "Europe/Berlin")
      try await home.sleep(until: start.adding(minutes: 150))
      #expect(home.time.wallClock == start.adding(minutes: 150))
      #expect(home.clock.now.offset == .seconds(210 * 60))
      try await home.sleep(until: start)
      #expect(home.clock.now.offset == .seconds(210 * 60))
    }
    #expect(SimulatedZone.hoursEast(8).name == "Etc/GMT-8" && SimulatedZone.hoursEast(-5).secondsFromGMT == -18_000)
  }

  @Test func `waits in simulated time, and reports a timeout`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      try await home.wait(for: "second") { home.clock.now.offset >= .seconds(1) }
      #expect(home.clock.now.offset == .seconds(1))
      let error = await #expect(throws: WaitTimedOut.self) {
        try await home.wait(for: "a notification", upTo: .seconds(5)) { false }
      }
      #expect(error?.description == "Timed out after 5.0 seconds of simulated time without a notification.")
      #expect(home.clock.now.offset == .seconds(6))
    }
  }

  /// A live measurement as a sequence, as apps write it. A plain task is not one of the simulation.
  @Test(.timeLimit(.minutes(5))) func `a live measurement in a plain task gives the same values each time`()
    async throws
  {
    var all: Set<[LiveReading.State]> = []
    for _ in 0..<40 {
      let readings = try await SimulatedHome.run(registry: .bundled) { home in
        let (engine, device) = (home.engine, try await home.pair(ring(in: home)))
        let readings = AsyncThrowingStream<LiveReading.State, any Error> { continuation in
          let task = Task {
            do {
              try await engine.watch(.quantity(.heartRate), of: device) { event in
                if case .reading(let reading, _) = event { continuation.yield(reading.state) }
              }
              continuation.finish()
            } catch { continuation.finish(throwing: error) }
          }
          continuation.onTermination = { _ in task.cancel() }
        }
        return try await readings.prefix(30).reduce(into: []) { $0.append($1) }
      }
      #expect(readings.count == 30)
      all.insert(readings)
    }
    #expect(all.count == 1)
  }

  @Test func `reconnects after a link loss in the middle of a sync`() async throws {
    try await SimulatedHome.run(registry: .bundled) { home in
      let device = try await home.pair(ring(in: home))
      await home.cause(.packet(.linkLost, number: 20))
      let losses = Mutex(0)
      let report = try await home.engine.sync(
        device,
        report: { event in
          if case .interrupted = event { losses.withLock { $0 += 1 } }
        })
      #expect(losses.withLock { $0 } == 1 && report.interruption == nil && report.missed.isEmpty)
    }
  }

  @Test func `a sync fails if the device is unreachable or the radio is off`() async throws {
    for fault in [ScriptedFault.outOfRange, ScriptedFault.heldByPhone] {
      try await SimulatedHome.run(registry: .bundled) { home in
        let device = try await home.pair(ring(in: home))
        await home.cause(fault(device.identifier))
        await #expect(throws: (any Error).self) { _ = try await home.engine.sync(device) }
      }
    }
    try await SimulatedHome.run(registry: .bundled) { home in
      let device = try await home.pair(ring(in: home))
      await home.cause(.radio(.poweredOff))
      await #expect(throws: BluetoothError.self) { _ = try await home.engine.sync(device) }
    }
  }
}
