import HaloTesting
import HaloBluetooth
import HaloColmiRing
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Testing

@Suite("A virtual ring's battery")
struct RingBatteryTests {
  private let morning = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 8 * 60)

  private func read(_ ring: VirtualColmiRing, _ home: SimulatedEnvironment) async throws -> BatteryState {
    try await home.medium.central().withConnection(
      to: ring.profile.device, label: "ring", timeout: .seconds(10)
    ) { connection in
      try await ColmiRingDriver.withDriver(over: connection, home.driver) { try await $0.battery() }
    }
  }

  @Test func `is the same at a given time, regardless of when the simulation began`() async throws {
    let morning = morning
    func level(_ seed: UInt64, startingDaysBefore days: Int) async throws -> Int {
      try await Simulation.run { clock in
        let home = SimulatedEnvironment(clock, start: morning.adding(minutes: -days * 1440), zone: .hoursEast(8))
        let ring = home.ring(.r12, seed: seed)
        await home.medium.add(ring)
        try await clock.sleep(for: .seconds(days * 86_400))
        return try await read(ring, home).percent
      }
    }
    var levels: Set<Int> = []
    var sameCount = 0
    for seed in 1...12 as ClosedRange<UInt64> {
      let now = try await level(seed, startingDaysBefore: 0)
      levels.insert(now)
      if try await level(seed, startingDaysBefore: 1) == now { sameCount += 1 }
    }
    // Only a new process sees the full battery of a new four-week cycle.
    #expect(sameCount >= 10, "\(sameCount) of 12")
    #expect(levels.count > 6, "\(levels)")
  }

  @Test func `drains with the ring's activity and is charged when low`() async throws {
    let morning = morning
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: morning, zone: .hoursEast(8))
      let ring = home.ring(.r12, seed: 3)
      await home.medium.add(ring)
      ring.setBattery(percent: 90)
      #expect(try await read(ring, home) == BatteryState(percent: 90, isCharging: false))
      try await clock.sleep(for: .seconds(86_400))
      // 18.5 % per day, with daily variation.
      let day = try await read(ring, home).percent
      #expect((66...77).contains(day), "\(day)")
      // With a permanent link.
      try await home.medium.central().withConnection(
        to: ring.profile.device, label: "ring", timeout: .seconds(10)
      ) { _ in try await clock.sleep(for: .seconds(3 * 3600)) }
      let held = try await read(ring, home).percent
      #expect((15...27).contains(day - held), "\(day - held) in three hours")
      // During a live measurement.
      try await home.medium.central().withConnection(
        to: ring.profile.device, label: "ring", timeout: .seconds(10)
      ) { connection in
        try await ColmiRingDriver.withDriver(over: connection, home.driver) { driver in
          try await driver.withLiveMeasurement(of: .heartRate) { readings in
            let end = clock.now.advanced(by: .seconds(3600))
            for await _ in readings where clock.now > end { return }
          }
        }
      }
      let live = try await read(ring, home).percent
      #expect((10...16).contains(held - live), "\(held - live) in an hour")
      // In any case, the battery does not stay empty for long.
      var (levels, sawCharging): ([Int], Bool) = ([], false)
      for _ in 0..<24 * 14 {
        try await clock.sleep(for: .seconds(3600))
        let state = try await read(ring, home)
        levels.append(state.percent)
        if state.isCharging { sawCharging = true }
      }
      #expect(sawCharging && levels.contains { $0 > 95 } && levels.count { $0 == 0 } < 3)
    }
  }

  @Test func `lasts longer if the heart rate is measured less often`() async throws {
    let morning = morning
    func used(minutes: Int) async throws -> Int {
      try await Simulation.run { clock in
        let home = SimulatedEnvironment(clock, start: morning, zone: .hoursEast(8))
        let ring = home.ring(.r12, seed: 3)
        await home.medium.add(ring)
        try await home.medium.central().withConnection(
          to: ring.profile.device, label: "ring", timeout: .seconds(10)
        ) { connection in
          try await ColmiRingDriver.withDriver(over: connection, home.driver) {
            _ = try await $0.configure(
              AutomaticMeasurement(.heartRate, isEnabled: true, intervalMinutes: minutes))
          }
        }
        ring.setBattery(percent: 100)
        try await clock.sleep(for: .seconds(2 * 86_400))
        return 100 - (try await read(ring, home).percent)
      }
    }
    let (often, seldom) = (try await used(minutes: 5), try await used(minutes: 60))
    #expect((15...22).contains(often - seldom), "\(often) and \(seldom)")
  }
}
