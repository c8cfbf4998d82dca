import HaloTesting
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@Suite("The supervisor")
struct SupervisorTests {
  /// The observed states of devices, in order, without repetition.
  private final class Log: Sendable {
    private let state = Mutex<[String]>([])
    var names: [String] { state.withLock { $0 } }
    func add(_ name: String) {
      state.withLock { names in if names.last != name { names.append(name) } }
    }
  }

  private final class Counter: Sendable {
    private let state = Mutex(0)
    var count: Int { state.withLock { $0 } }
    func increment() { state.withLock { $0 += 1 } }
  }

  private func watch(_ supervisor: Supervisor, _ log: Log) async {
    for await statuses in await supervisor.updates() {
      for status in statuses {
        switch status.state {
        case .searching: log.add("searching")
        case .connecting: log.add("connecting")
        case .syncing: log.add("syncing")
        case .waiting: log.add("waiting")
        case .radio: log.add("radio")
        case .inUse: log.add("lent")
        }
      }
    }
  }

  @Test func `a day of syncs downloads the day, holds no connection, and survives distance, restart and another phone`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let supervisor = Supervisor(home.engine, random: { _ in 0 })
      let log = Log()
      let identifier = home.ring.profile.device
      let held = Counter()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        group.addTask { await watch(supervisor, log) }
        group.addTask {
          // Check every minute whether the connection is held.
          while (try? await clock.sleep(for: .seconds(60))) != nil {
            if await home.medium.isConnected(identifier) { held.increment() }
          }
        }
        group.addTask {
          // Three hours out of range, one hour connected to another central, and a restart of the ring.
          try? await clock.sleep(for: .seconds(2 * 3600))
          await home.medium.move(identifier, to: 100)
          try? await clock.sleep(for: .seconds(3 * 3600))
          await home.medium.move(identifier, to: 1)
          try? await clock.sleep(for: .seconds(3600))
          await home.medium.setConnectedElsewhere(identifier, true)
          try? await clock.sleep(for: .seconds(3600))
          await home.medium.setConnectedElsewhere(identifier, false)
          home.ring.restart()
        }
        try? await clock.sleep(for: .seconds(24 * 3600))
        group.cancelAll()
      }
      #expect(log.names.prefix(4) == ["searching", "connecting", "syncing", "waiting"])
      let (sessions, frames) = try home.counts()
      // 20 hours in range, with a sync every half hour.
      #expect((36...44).contains(sessions), "\(sessions) sessions")
      #expect(frames > 1000)
      // A few seconds of every half hour at most.
      #expect(held.count < 20, "the link was held")
      let now = SimulatedHome.morning.adding(minutes: 24 * 60 - 30)
      #expect(
        home.truth(now: now).filter { $0.start.date > SimulatedHome.morning.date.adding(days: -6) }.isSubset(
          of: try home.values()))
    }
  }

  @Test func `starts with newly paired devices and stops with unpaired ones`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let supervisor = Supervisor(home.engine, random: { _ in 0 })
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        try? await clock.sleep(for: .seconds(300))
        let time = home.time
        let second = VirtualColmiRing(.r02New, wearer: SimulatedPerson(seed: 77)) { time.wallClock }
        await home.medium.add(second)
        _ = try? home.engine.pair(
          Advertisement(
            device: second.profile.device, name: second.profile.name, services: [],
            manufacturerData: second.profile.manufacturerData, rssi: -50, isConnectable: true), name: "second")
        try? home.journal.forget(home.device, withData: false, at: Moment(milliseconds: 0, secondsFromGMT: 0))
        await supervisor.reload()
        let before = (try? home.counts().sessions) ?? 0
        try? await clock.sleep(for: .seconds(3 * 3600))
        group.cancelAll()
        // A sync of the second device each half hour; no further syncs of the first.
        let after = (try? home.counts().sessions) ?? 0
        #expect((5...8).contains(after - before), "\(after - before) sessions")
      }
      #expect(try home.journal.devices().map(\.name) == ["second"])
      #expect(try home.journal.latest(.battery, of: try #require(home.journal.devices().first)) != nil)
    }
  }

  @Test func `a device is synced under its current wearer and name`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let identifier = home.ring.profile.device
      let supervisor = Supervisor(home.engine, random: { _ in 0 })
      await home.medium.move(identifier, to: 100)
      let names = try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        try await clock.sleep(for: .seconds(300))
        // Another person pairs the device before its first sync.
        _ = try home.journal.pair(
          identifier, family: home.device.family, name: "Ada's ring", wearer: "Ada", at: Moment.noon)
        await home.medium.move(identifier, to: 1)
        try await clock.sleep(for: .seconds(300))
        try home.journal.rename(home.device, to: "left hand")
        // Without a reload, the supervisor reads the journal at its next sync.
        try await clock.sleep(for: .seconds(3600))
        defer { group.cancelAll() }
        for await statuses in await supervisor.updates() { return statuses.map(\.device.name) }
        return []
      }
      #expect(names == ["left hand"])
      #expect(try !home.journal.derived(of: "Ada", in: .allTime).isEmpty)
      #expect(try home.journal.derived(of: "me", in: .allTime).isEmpty)
    }
  }

  @Test func `a device that another command needs is released immediately, and synced when it is reclaimed`()
    async throws
  {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let supervisor = Supervisor(home.engine, random: { _ in 0 })
      let log = Log()
      let identifier = home.device.identifier
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        group.addTask { await watch(supervisor, log) }
        while log.names.last != "syncing" { try? await clock.sleep(for: .milliseconds(10)) }
        let asked = clock.now
        await supervisor.release(of: identifier)
        #expect(asked.duration(to: clock.now) < .seconds(2))
        #expect(await !home.medium.isConnected(identifier))
        // The device is held twice: it is free after the second reclaim.
        await supervisor.release(of: identifier)
        let spoken = try? await home.engine.recording("live", of: home.device) { _ in true }
        #expect(spoken == true)
        await supervisor.reclaim(identifier)
        try? await clock.sleep(for: .seconds(7200))
        #expect(log.names.last == "lent")
        await supervisor.reclaim(identifier)
        try? await clock.sleep(for: .seconds(120))
        #expect(log.names.last == "waiting")
        group.cancelAll()
      }
      #expect(try home.truth(now: SimulatedHome.morning).isSubset(of: home.values()))
    }
  }

  @Test func `a requested sync does not wait for its scheduled time`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let supervisor = Supervisor(home.engine, random: { _ in 0 })
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        try? await clock.sleep(for: .seconds(300))
        let before = (try? home.counts().sessions) ?? 0
        await supervisor.syncNow()
        try? await clock.sleep(for: .seconds(60))
        let after = (try? home.counts().sessions) ?? 0
        #expect(after == before + 1)
        group.cancelAll()
      }
    }
  }

  @Test func `waits for a radio that is turned off, and reports it`() async throws {
    let folder = try TemporaryFolder()
    try await Simulation.run { clock in
      let home = try await RingHome(clock, folder)
      let radio = home.medium.central()
      radio.setState(.poweredOff)
      let engine = Engine(journal: home.journal, radio: radio, registry: .bundled, environment: home.environment)
      let supervisor = Supervisor(engine, random: { _ in 0 })
      let log = Log()
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await supervisor.run() }
        group.addTask { await watch(supervisor, log) }
        try? await clock.sleep(for: .seconds(600))
        #expect(log.names == ["searching", "radio"])
        radio.setState(.poweredOn)
        try? await clock.sleep(for: .seconds(60))
        #expect(log.names.last == "waiting")
        group.cancelAll()
      }
      #expect(try !home.values().isEmpty)
    }
  }
}

extension RingHome {
  /// The numbers of sessions and frames.
  func counts() throws -> (sessions: Int, frames: Int) {
    let sessions = try base.journal.allDevices().flatMap { try base.journal.latestSessions(of: $0, limit: 1000) }
    let counts = sessions.map(\.frameCount).filter { $0 > 0 }
    return (counts.count, counts.reduce(0, +))
  }
}
