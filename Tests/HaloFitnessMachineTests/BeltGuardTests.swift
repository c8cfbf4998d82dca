import HaloBluetooth
import HaloHealth
import HaloSimulatedRadio
import HaloTesting
import HaloText
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@testable import HaloFitnessMachine

@Suite("Belts that run at another speed than commanded")
struct BeltGuardTests {
  private static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)
  private static let stop: [UInt8] = [0x08, 0x01]

  /// A connected treadmill, and the events that its driver sent, with their times.
  private final class Gym: Sendable {
    let belt: VirtualFitnessMachine
    let driver: FitnessMachineDriver
    let clock: SimulatedClock
    let events = Mutex<[(time: SimulatedClock.Instant, event: MachineEvent)]>([])
    /// The time at which the first stop command arrived.
    let stopped = Mutex<SimulatedClock.Instant?>(nil)

    init(_ belt: VirtualFitnessMachine, _ driver: FitnessMachineDriver, _ clock: SimulatedClock) {
      (self.belt, self.driver, self.clock) = (belt, driver, clock)
    }

    /// The time of the second report in a row above a speed in km/h.
    func secondReport(above speed: Double) -> SimulatedClock.Instant? {
      events.withLock { events in
        let reports = events.compactMap { time, event in
          if case .record(let record) = event { record[.speed].map { (time: time, speed: $0) } } else { nil }
        }
        return zip(reports, reports.dropFirst()).first { $0.speed > speed && $1.speed > speed }?.1.time
      }
    }

    /// The events other than records.
    var notes: [MachineEvent] {
      events.withLock { $0.map(\.event).filter { if case .record = $0 { false } else { true } } }
    }

    func controlling(
      _ limit: Double, _ body: @escaping @Sendable (any MachineControl) async throws -> Void
    ) async -> MachineError? {
      do {
        try await driver.withControl(MachineLimits(speed: SpeedLimit(kilometersPerHour: limit)), body)
        return nil
      } catch { return error as? MachineError }
    }
  }

  /// Calls `body` with a treadmill that counts in a unit, of which Halo assumes another.
  private func withBelt(
    counting unit: SpeedUnit, chosen: SpeedUnit? = nil, name: String = "Treadmill 7", model: String? = nil,
    _ body: @escaping @Sendable (Gym) async throws -> Void
  ) async throws {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      var quirks = MachineQuirks.lenient
      (quirks.speedUnit, quirks.model) = (unit, model)
      let belt = VirtualFitnessMachine(.treadmill, device: DeviceID("D4:10:00:00:00:01"), name: name, quirks: quirks)
      await home.medium.add(belt)
      try await home.medium.central().withConnection(
        to: belt.profile.device, label: "Treadmill 7", timeout: .seconds(5)
      ) { connection in
        try await FitnessMachineDriver.withDriver(
          over: connection, home.driver.of(DeviceTraits(advertisedName: name, speedUnit: chosen))
        ) {
          driver in
          let gym = Gym(belt, driver, clock)
          try await TaskScope.with { scope in
            scope.start {
              try? await driver.withEvents { events in
                for await event in events { gym.events.withLock { $0.append((clock.now, event)) } }
              }
            }
            scope.start {
              while !Task.isCancelled, !belt.written.contains(Self.stop) {
                guard (try? await clock.sleep(for: .milliseconds(10))) != nil else { return }
              }
              gym.stopped.withLock { $0 = clock.now }
            }
            try await clock.sleep(for: .seconds(2))
            try await body(gym)
          }
        }
      }
    }
  }

  @Test(arguments: [(8.0, 8.0), (8, 7), (6, 5.4), (10, 9.3), (5, 4), (12, 12)])
  func `a belt that takes miles is stopped within two seconds of the second report above the limit`(
    limit: Double, speed: Double
  ) async throws {
    try await withBelt(counting: .milesAccepted) { gym in
      let error = await gym.controlling(limit) { control in
        try await control.run(at: speed)
        try await gym.clock.sleep(for: .seconds(60))
      }
      guard case .aboveLimit("Treadmill 7", let reported, limit, .milesAccepted)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reported > limit + 0.5)
      let second = try #require(gym.secondReport(above: limit + 0.5))
      let stopped = try #require(gym.stopped.withLock { $0 })
      let delay = second.duration(to: stopped)
      #expect(delay >= .zero && delay < .seconds(2), "\(delay)")
      #expect(gym.belt.speed(at: gym.clock.now) == 0)
      // Nothing makes the belt faster after the stop.
      let stop = try #require(gym.belt.written.firstIndex(of: Self.stop))
      #expect(gym.belt.written[stop...].allSatisfy { $0 == Self.stop })
    }
  }

  @Test(arguments: [0, 500, 1000, 1500, 2000, 2500])
  func `the stop does not wait for the answer to an earlier command`(milliseconds: Int) async throws {
    try await withBelt(counting: .milesAccepted) { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: 6)
        gym.belt.setSilent(true)
        // The machine does not answer, but its belt becomes faster.
        try await gym.clock.sleep(for: .milliseconds(milliseconds))
        for speed in [6.5, 6.4, 6.5] { try? await control.setSpeed(speed) }
        try await gym.clock.sleep(for: .seconds(60))
      }
      #expect(error != nil)
      let second = try #require(gym.secondReport(above: 8.5))
      let stopped = try #require(gym.stopped.withLock { $0 })
      #expect(second.duration(to: stopped) < .seconds(2))
    }
  }

  @Test(arguments: [2.0, 2.5, 3.1, 4, 5])
  func `a belt at 1.6 times the commanded speed is stopped, and the error names the unit`(speed: Double) async throws {
    try await withBelt(counting: .milesAccepted) { gym in
      let began = gym.clock.now
      let error = await gym.controlling(8.5) { control in
        try await control.run(at: speed)
        try await gym.clock.sleep(for: .seconds(60))
      }
      guard case .otherUnit("Treadmill 7", let commanded, let reported, .milesAccepted, isStopped: true)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(abs(commanded - speed) < 0.001 && abs(reported - speed * 1.609) < 0.2)
      #expect(error?.description.contains("halo treadmill --unit mph-commands") == true)
      #expect(gym.stopped.withLock { $0 }.map { began.duration(to: $0) < .seconds(25) } == true)
      #expect(gym.belt.speed(at: gym.clock.now) == 0)
      // The new unit is right.
    }
    try await withBelt(counting: .milesAccepted, chosen: .milesAccepted) { gym in
      let error = await gym.controlling(8.5) { control in
        try await control.run(at: speed)
        #expect(try await control.reaches(speed, within: .seconds(20)))
        #expect(abs(gym.belt.speed(at: gym.clock.now) - speed) < 0.2)
        try await gym.clock.sleep(for: .seconds(30))
      }
      #expect(error == nil && gym.notes.allSatisfy { if case .otherUnit = $0 { false } else { true } })
    }
  }

  @Test(arguments: [(4.0, 8.0), (5, 9), (6, 8), (8, 8)])
  func `with a confirmed unit, a belt at 1.6 times the speed is stopped only above the limit`(
    speed: Double, limit: Double
  ) async throws {
    try await withBelt(counting: .milesAccepted, chosen: .kilometersPerHour) { gym in
      let error = await gym.controlling(limit) { control in
        try await control.run(at: speed)
        try await gym.clock.sleep(for: .seconds(60))
      }
      let warnings = gym.notes.compactMap { if case .otherUnit(let error) = $0 { error.description } else { nil } }
      if speed * 1.609344 <= limit + 0.5 {
        #expect(error == nil && warnings.count == 1)
        #expect(warnings.allSatisfy { $0.contains("It still runs.") && !$0.contains("stopped") })
      } else if case .aboveLimit? = error {
        #expect(warnings.isEmpty)
      } else {
        Issue.record("\(String(describing: error))")
      }
    }
  }

  @Test(arguments: [3.0, 5, 8])
  func `a belt that reports miles keeps running, and its unit is reported once`(speed: Double) async throws {
    try await withBelt(counting: .milesReported) { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: speed)
        try await gym.clock.sleep(for: .seconds(30))
        #expect(abs(gym.belt.speed(at: gym.clock.now) - speed) < 0.01)
        try await control.setSpeed(speed - 0.5)
        try await gym.clock.sleep(for: .seconds(30))
      }
      #expect(error == nil)
      let warnings = gym.notes.compactMap { if case .otherUnit(let error) = $0 { error } else { nil } }
      guard case .otherUnit(_, let commanded, _, .milesReported, isStopped: false)? = warnings.first,
        warnings.count == 1
      else {
        Issue.record("\(warnings)")
        return
      }
      #expect(abs(commanded - speed) < 0.001)
    }
  }

  @Test(arguments: [SpeedUnit.kilometersPerHour, .milesAccepted, .milesReported, .milesPerHour], [2.2, 4.4, 7.9])
  func `with the right unit, a belt runs at the commanded speed without a warning`(
    unit: SpeedUnit, speed: Double
  ) async throws {
    try await withBelt(counting: unit, chosen: unit) { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: min(speed, unit == .milesPerHour ? 6 : speed))
        try await gym.clock.sleep(for: .seconds(30))
        try await control.setSpeed(2)
        try await gym.clock.sleep(for: .seconds(30))
        #expect(abs((gym.driver.record?[.speed] ?? 0) - 2) < 0.2)
        #expect(gym.belt.speed(at: gym.clock.now) <= 2 + 1e-9)
      }
      #expect(error == nil)
      #expect(gym.notes.allSatisfy { [.started, .stopped].contains($0) }, "\(gym.notes)")
    }
  }

  @Test(arguments: [(3.0, 12.0), (5, 9), (8, 16), (6, 3), (5, 8.05)])
  func `a speed set at the machine is announced, never stopped`(speed: Double, pressed: Double) async throws {
    try await withBelt(counting: .kilometersPerHour) { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: speed)
        try await gym.clock.sleep(for: .seconds(6))
        gym.belt.pressSpeed(pressed)
        try await gym.clock.sleep(for: .seconds(30))
        #expect(abs(gym.belt.speed(at: gym.clock.now) - pressed) < 0.01)
        #expect(gym.notes.last == .speedSetAtMachine(pressed))
        // A slower speed set by Halo is reached from above the limit.
        try await control.setSpeed(2)
        try await gym.clock.sleep(for: .seconds(30))
        #expect(abs(gym.belt.speed(at: gym.clock.now) - 2) < 0.01)
      }
      #expect(error == nil && gym.notes.count { if case .speedSetAtMachine = $0 { true } else { false } } == 1)
    }
  }

  @Test(arguments: [(3.0, 12.0), (5, 14), (8, 16)])
  func `a speed set at the machine as soon as the commanded one is reached is never stopped`(
    speed: Double, pressed: Double
  ) async throws {
    try await withBelt(counting: .kilometersPerHour) { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: speed)
        #expect(try await control.reaches(speed, within: .seconds(20)))
        try await gym.clock.sleep(for: .milliseconds(600))
        gym.belt.pressSpeed(pressed)
        try await gym.clock.sleep(for: .seconds(30))
        #expect(abs(gym.belt.speed(at: gym.clock.now) - pressed) < 0.01)
        #expect(gym.notes.last == .speedSetAtMachine(pressed))
      }
      #expect(error == nil)
    }
  }

  @Test(arguments: [12.0, 15.5], [8.0, 3])
  func `a belt that runs above the limit when control begins is slowed down, not stopped`(
    pressed: Double, speed: Double
  ) async throws {
    try await withBelt(counting: .kilometersPerHour) { gym in
      let first = await gym.controlling(8) { control in
        try await control.run(at: 3)
        try await gym.clock.sleep(for: .seconds(10))
        gym.belt.pressSpeed(pressed)
        try await gym.clock.sleep(for: .seconds(20))
        let second = await gym.controlling(8) { control in
          try await control.setSpeed(speed)
          try await gym.clock.sleep(for: .seconds(20))
          #expect(abs(gym.belt.speed(at: gym.clock.now) - speed) < 0.01)
        }
        #expect(second == nil)
      }
      #expect(first == nil)
    }
  }

  @Test func `a speed set at the machine after a superseded command is not stopped`() async throws {
    try await withBelt(counting: .kilometersPerHour) { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: 3)
        async let ramp: Void? = try? control.setSpeed(8)
        try await gym.clock.sleep(for: .milliseconds(1600))
        try await control.stop()
        _ = await ramp
        try await gym.clock.sleep(for: .seconds(5))
        try await control.run(at: 2)
        try await gym.clock.sleep(for: .seconds(10))
        gym.belt.pressSpeed(12)
        try await gym.clock.sleep(for: .seconds(20))
        #expect(gym.notes.last == .speedSetAtMachine(12))
      }
      #expect(error == nil)
    }
  }

  @Test(arguments: [0.3, 0.8, 1.0])
  func `a target that the machine reports because of a command does not permit a speed above the limit`(
    acceleration: Double
  ) {
    var belt = FitnessMachine.BeltGuard(limit: 8)
    belt.expect(8, at: .zero)
    // An answer with any number.
    belt.takeTarget([13], at: .milliseconds(100))
    var finding: FitnessMachine.BeltGuard.Finding?
    for second in 1...60 where finding == nil {
      let speed = Double(second) * acceleration
      finding = belt.take(speed, at: .seconds(second))
      // The target in either unit, or the speed of the moment.
      for target in [8, 12.87, 4.97, speed + acceleration] { belt.takeTarget([target], at: .seconds(second)) }
    }
    guard case .aboveLimit? = finding else {
      Issue.record("\(String(describing: finding))")
      return
    }
  }

  @Test func `a known model number decides, if the advertised name does not`() async throws {
    try await withBelt(counting: .milesPerHour, name: "FS-1A2B3C", model: "FS-BT-T4") { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: 4)
        try await gym.clock.sleep(for: .seconds(20))
        #expect(abs(gym.belt.speed(at: gym.clock.now) - 4) < 0.17)
        #expect(abs((gym.driver.record?[.speed] ?? 0) - 4) < 0.17)
      }
      #expect(error == nil)
    }
  }

  @Test func `a chosen unit replaces that of the model, and that of an unknown name`() async throws {
    try await withBelt(counting: .kilometersPerHour, chosen: .kilometersPerHour, name: "FS-BT-T4") { gym in
      let error = await gym.controlling(8) { control in
        try await control.run(at: 4)
        try await gym.clock.sleep(for: .seconds(20))
        #expect(abs(gym.belt.speed(at: gym.clock.now) - 4) < 0.01)
      }
      #expect(error == nil)
    }
    try await withBelt(counting: .milesPerHour, chosen: .milesPerHour, name: "") { gym in
      let error = await gym.controlling(8) { try await $0.run(at: 3) }
      #expect(error == nil)
    }
  }

  @Test(arguments: [0.2, 0.4, 1.0], [0.25, 1.0])
  func `a slow or fast belt that takes miles is noticed, whatever the rate of its records`(
    acceleration: Double, interval: Double
  ) {
    var belt = FitnessMachine.BeltGuard(limit: 8)
    var (speed, time) = (0.0, 0.0)
    var above = 0
    belt.expect(8, at: .zero)
    while time < 120 {
      time += interval
      speed = min(speed + acceleration * interval, 12.87)
      let reported = (speed * 10).rounded() / 10
      above += reported > 8.5 ? 1 : 0
      let finding = belt.take(reported, at: .milliseconds(Int(time * 1000)))
      #expect((finding == nil) == (above < 2), "\(reported)")
      if finding != nil { return }
    }
    Issue.record("The belt was not stopped.")
  }

  @Test func `a belt that begins to move late is not taken for one that was set at the machine`() {
    var belt = FitnessMachine.BeltGuard(limit: 8)
    for second in 0..<4 { #expect(belt.take(5, at: .seconds(second)) == nil) }
    belt.expect(8, at: .seconds(4))
    for second in 4..<9 { #expect(belt.take(5, at: .seconds(second)) == nil) }
    #expect(belt.take(8.6, at: .seconds(9)) == nil)
    #expect(belt.take(9.4, at: .seconds(10)) == .aboveLimit(reported: 9.4, limit: belt.limit))
  }
}
