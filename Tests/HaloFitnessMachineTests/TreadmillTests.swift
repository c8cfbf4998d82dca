import HaloText
import HaloTesting
import HaloBluetooth
import HaloFitnessMachine
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@Suite("Machines under control")
struct TreadmillTests {
  private static let noon = WallClock(date: CalendarDate(daysSince1970: 20_770), minuteOfDay: 720)
  private struct Stop: Error {}

  /// Calls `body` with a treadmill and its driver.
  @discardableResult
  private func withTreadmill<Result: Sendable>(
    _ quirks: MachineQuirks = .strict,
    _ body: @Sendable (VirtualFitnessMachine, FitnessMachineDriver, SimulatedClock) async throws -> Result
  ) async throws -> Result {
    try await withMachine(.treadmill, quirks, body)
  }

  /// Calls `body` with any machine and its driver.
  @discardableResult
  private func withMachine<Result: Sendable>(
    _ machine: MachineKind, _ quirks: MachineQuirks = .strict,
    _ body: @Sendable (VirtualFitnessMachine, FitnessMachineDriver, SimulatedClock) async throws -> Result
  ) async throws -> Result {
    try await Simulation.run { clock in
      let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
      let treadmill = VirtualFitnessMachine(
        machine, device: DeviceID("D4:10:00:00:00:01"), name: "Treadmill 7", quirks: quirks)
      await home.medium.add(treadmill)
      return try await home.medium.central().withConnection(
        to: treadmill.profile.device, label: "Treadmill 7", timeout: .seconds(5)
      ) { connection in
        try await FitnessMachineDriver.withDriver(over: connection, home.driver.advertising("Treadmill 7")) {
          try await body(treadmill, $0, clock)
        }
      }
    }
  }

  /// Returns the error that `body` throws.
  private func thrown(_ body: () async throws -> Void) async -> (any Error)? {
    do { try await body() } catch { return error }
    return nil
  }

  static var allQuirks: [MachineQuirks] {
    var split = MachineQuirks.strict
    split.splitsRecords = true
    var storing = MachineQuirks.strict
    storing.keepsSpeedUntilStarted = true
    return [.strict, .lenient, storing, split]
  }

  @Test(arguments: allQuirks)
  func `starts a belt, brings it to its speed and stops it at the end, with any quirks`(quirks: MachineQuirks)
    async throws
  {
    try await withTreadmill(quirks) { treadmill, driver, clock in
      try await driver.withControl(MachineLimits()) { control in
        try await control.run(at: 5)
        let isReached = try await control.reaches(5, within: .seconds(20))
        #expect(isReached)
        #expect(abs(treadmill.speed(at: clock.now) - 5) < 0.2)
        try await control.setInclination(2.5)
        try await control.setSpeed(3)
        let isSlower = try await control.reaches(3, within: .seconds(20))
        #expect(isSlower)
      }
      #expect(treadmill.speed(at: clock.now) < 0.01)
      #expect(treadmill.written.last == [0x08, 0x01])
      #expect(treadmill.written.first == [0x00])
      #expect(driver.state.isMoving == false)
    }
  }

  @Test func `waits for a fast belt that stops slowly`() async throws {
    try await withTreadmill { treadmill, driver, clock in
      try await driver.withControl(MachineLimits(speed: SpeedLimit(kilometersPerHour: 16))) { control in
        try await control.run(at: 16)
        let isReached = try await control.reaches(16, within: .seconds(30))
        #expect(isReached)
      }
      #expect(treadmill.speed(at: clock.now) < 0.01)
    }
  }

  @Test func `raises the speed in steps of at most 1 km/h`() async throws {
    try await withTreadmill { treadmill, driver, _ in
      try await driver.withControl(MachineLimits()) { try await $0.run(at: 7.3) }
      var before = 0
      for bytes in treadmill.written where bytes[0] == 0x02 {
        let speed = Int(bytes[1]) | Int(bytes[2]) << 8
        #expect(speed - before <= 100, "\(before) to \(speed)")
        before = speed
      }
      #expect(before == 730)
    }
  }

  @Test func `stops the belt first on an error and on cancellation`() async throws {
    try await withTreadmill { treadmill, driver, clock in
      await #expect(throws: Stop.self) {
        try await driver.withControl(MachineLimits()) { control in
          try await control.run(at: 4)
          throw Stop()
        }
      }
      #expect(treadmill.speed(at: clock.now) < 0.01)
    }
    try await withTreadmill { treadmill, driver, clock in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await driver.withControl(MachineLimits()) { control in
            try await control.run(at: 6)
            try await clock.sleep(for: .seconds(600))
          }
        }
        // During the ramp, and while the belt runs.
        try await clock.sleep(for: .seconds(4))
        #expect(treadmill.speed(at: clock.now) > 0.5)
        group.cancelAll()
        await #expect(throws: CancellationError.self) { try await group.waitForAll() }
      }
      #expect(treadmill.speed(at: clock.now) < 0.01)
      #expect(treadmill.written.last == [0x08, 0x01])
    }
  }

  @Test func `sends nothing beyond the limit or the range, and the error names which`() async throws {
    try await withTreadmill { treadmill, driver, _ in
      try await driver.withControl(MachineLimits(speed: SpeedLimit(kilometersPerHour: 6))) { control in
        await #expect(throws: TargetRefusal.limit(.speed, 6.1, 0...6)) { try await control.run(at: 6.1) }
        await #expect(throws: TargetRefusal.range(.speed, 0.5, 1...16)) { try await control.run(at: 0.5) }
        await #expect(throws: TargetRefusal.notANumber) { try await control.run(at: .nan) }
        await #expect(throws: TargetRefusal.notANumber) { try await control.run(at: .infinity) }
        await #expect(throws: TargetRefusal.limit(.inclination, 11, -10...10)) { try await control.setInclination(11) }
        await #expect(throws: TargetRefusal.range(.inclination, -1, 0...12)) { try await control.setInclination(-1) }
        await #expect(throws: MachineError.self) { try await control.setSpeed(5) }
      }
      #expect(treadmill.written == [[0x00]])
    }
  }

  @Test func `sends only the stop after losing control`() async throws {
    try await withTreadmill { treadmill, driver, clock in
      await #expect(throws: MachineError.mayStillRun(device: "Treadmill 7")) {
        try await driver.withControl(MachineLimits()) { control in
          try await control.run(at: 5)
          treadmill.revokeControl()
          try await clock.sleep(for: .seconds(1))
          #expect(driver.state.interruption == .controlLost)
          let refusal = await thrown { try await control.setSpeed(6) }
          #expect(refusal as? MachineError == .controlLost(device: "Treadmill 7"))
        }
      }
      // The stop was refused, control was requested again, and that was refused as well.
      #expect(treadmill.written.suffix(2) == [[0x08, 0x01], [0x00]])
    }
    try await withTreadmill { treadmill, driver, clock in
      try await driver.withControl(MachineLimits()) { control in
        try await control.run(at: 5)
        treadmill.revokeControl()
        try await clock.sleep(for: .seconds(1))
        treadmill.releaseControl()
      }
      #expect(treadmill.speed(at: clock.now) < 0.01)
    }
  }

  @Test func `a pulled safety key ends the running command, and does not start the belt again`() async throws {
    try await withTreadmill { treadmill, driver, clock in
      await #expect(throws: MachineError.safetyKey(device: "Treadmill 7")) {
        try await driver.withControl(MachineLimits()) { control in
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await control.run(at: 8) }
            try await clock.sleep(for: .seconds(5))
            treadmill.pullSafetyKey()
            try await group.waitForAll()
          }
        }
      }
      let after = treadmill.written.count
      try await clock.sleep(for: .seconds(10))
      #expect(treadmill.speed(at: clock.now) < 0.01)
      #expect(treadmill.written.count == after)
    }
  }

  @Test func `pressing stop on the machine ends the ramp`() async throws {
    try await withTreadmill { treadmill, driver, clock in
      await #expect(throws: MachineError.self) {
        try await driver.withControl(MachineLimits()) { control in
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await control.run(at: 8) }
            try await clock.sleep(for: .milliseconds(5200))
            treadmill.pressStop()
            try await group.waitForAll()
          }
        }
      }
      #expect(treadmill.speed(at: clock.now) < 0.01)
    }
  }

  @Test(arguments: [1, 100, 700, 1500, 2600])
  func `a stop supersedes a ramp: no command that moves the belt follows`(milliseconds: Int) async throws {
    try await withTreadmill(.lenient) { treadmill, driver, clock in
      try await driver.withControl(MachineLimits()) { control in
        try await control.run(at: 2)
        async let ramp: (any Error)? = self.thrown { try await control.run(at: 8) }
        try await clock.sleep(for: .milliseconds(milliseconds))
        try await control.stop()
        let end = await ramp
        #expect(end as? MachineError == .superseded(device: "Treadmill 7"))
        #expect(treadmill.written.last == [0x08, 0x01])
      }
      #expect(treadmill.speed(at: clock.now) < 0.01)
    }
  }

  @Test(arguments: [0, 700, 2900])
  func `a stop during a command that is not answered is sent within three seconds`(milliseconds: Int) async throws {
    try await withTreadmill(.lenient) { treadmill, driver, clock in
      try? await driver.withControl(MachineLimits()) { control in
        try await control.run(at: 5)
        treadmill.setSilent(true)
        async let blocked: (any Error)? = self.thrown { try await control.setSpeed(4.5) }
        try await clock.sleep(for: .milliseconds(milliseconds + 1))
        let asked = clock.now
        async let stop: (any Error)? = self.thrown { try await control.stop() }
        while !treadmill.written.contains([0x08, 0x01]) { try await clock.sleep(for: .milliseconds(10)) }
        #expect(asked.duration(to: clock.now) < .milliseconds(3200 - milliseconds))
        _ = await (blocked, stop)
        #expect(treadmill.speed(at: clock.now) == 0)
      }
    }
  }

  @Test(arguments: [3.0, 8]) func `a belt whose control ends stands within the time of its brakes`(speed: Double)
    async throws
  {
    try await withTreadmill { treadmill, driver, clock in
      let ended = Mutex<SimulatedClock.Instant?>(nil)
      try await driver.withControl(MachineLimits()) { control in
        try await control.run(at: speed)
        _ = try await control.reaches(speed, within: .seconds(20))
        ended.withLock { $0 = clock.now }
      }
      // The virtual belt slows down by 0.8 km/h a second; its records come once a second.
      let time = try #require(ended.withLock { $0 }).duration(to: clock.now)
      #expect(treadmill.speed(at: clock.now) == 0 && time < .milliseconds(Int(speed / 0.8 * 1000) + 1500), "\(time)")
    }
  }

  @Test func `reports a link loss while the belt runs`() async throws {
    await #expect(throws: MachineError.linkLostWhileRunning(device: "Treadmill 7", speed: 5)) {
      try await withTreadmill { treadmill, driver, clock in
        try await driver.withControl(MachineLimits()) { control in
          try await control.run(at: 5)
          _ = try await control.reaches(5, within: .seconds(20))
          try await clock.sleep(for: .seconds(2))
          treadmill.dropLink()
          try await clock.sleep(for: .seconds(5))
          try driver.checkLink()
        }
      }
    }
  }

  @Test func `sets resistance and power of a bike, within its ranges and in its steps`() async throws {
    try await withMachine(.indoorBike) { bike, driver, clock in
      try await driver.withControl(MachineLimits()) { control in
        #expect(control.allowedResistances == 1...20)
        #expect(control.allowedPowers == 25...600)
        #expect(driver.features?.supports(.power) == true)
        try await control.setResistance(7.9)
        try await control.setPower(203)
        await #expect(throws: TargetRefusal.range(.resistance, 21, 1...20)) { try await control.setResistance(21) }
        await #expect(throws: TargetRefusal.range(.power, 0, 25...600)) { try await control.setPower(0) }
        await #expect(throws: TargetRefusal.notANumber) { try await control.setPower(.nan) }
        // A bike has no belt.
        await #expect(throws: MachineError.self) { try await control.setInclination(2) }
        try await clock.sleep(for: .seconds(2))
        #expect(driver.state.record?[.resistance] == 7)
        #expect(driver.state.record?[.watts] == 200)
      }
      #expect(bike.written == [[0x00], [0x04, 70], [0x05, 200, 0]])
    }
    try await withTreadmill { treadmill, driver, _ in
      try await driver.withControl(MachineLimits()) { control in
        await #expect(throws: MachineError.self) { try await control.setResistance(3) }
        await #expect(throws: MachineError.self) { try await control.setPower(100) }
      }
      #expect(treadmill.written == [[0x00]])
    }
  }

  @Test func `reports a machine that does not answer, and one that keeps running`() async throws {
    try await withTreadmill { treadmill, driver, _ in
      await #expect(throws: MachineError.unanswered(device: "Treadmill 7", what: "change its inclination")) {
        try await driver.withControl(MachineLimits()) { control in
          treadmill.setSilent(true)
          try await control.setInclination(2)
        }
      }
    }
    try await withTreadmill { treadmill, driver, _ in
      await #expect(throws: MachineError.mayStillRun(device: "Treadmill 7")) {
        try await driver.withControl(MachineLimits()) { control in
          try await control.run(at: 3)
          treadmill.setIgnoresStop(true)
        }
      }
    }
  }

  @Test func `detects a belt that confirms a speed but does not reach it`() async throws {
    var quirks = MachineQuirks.strict
    quirks.ignoresSpeed = true
    try await withTreadmill(quirks) { _, driver, _ in
      try await driver.withControl(MachineLimits()) { control in
        try await control.run(at: 4)
        let isReached = try await control.reaches(4, within: .seconds(15))
        #expect(!isReached)
      }
    }
  }

  @Test func `sends each command only after the previous one was answered`() async throws {
    try await withTreadmill { treadmill, driver, _ in
      try await driver.withControl(MachineLimits()) { control in
        try await withThrowingTaskGroup(of: Void.self) { group in
          for percent in 1...5 { group.addTask { try await control.setInclination(Double(percent)) } }
          try await group.waitForAll()
        }
      }
      #expect(treadmill.written.count == 6)
    }
  }

  @Test(arguments: MachineKind.allCases)
  func `receives records from machines without a belt`(machine: MachineKind) async throws {
    for splits in [false, true] {
      var quirks = MachineQuirks.strict
      quirks.splitsRecords = splits
      let trained = quirks
      try await Simulation.run { clock in
        let home = SimulatedEnvironment(clock, start: Self.noon, zone: .hoursEast(8))
        let device = VirtualFitnessMachine(
          machine, device: DeviceID("D4:10:00:00:00:02"), name: "Machine", quirks: trained)
        await home.medium.add(device)
        let frames = FrameList()
        let records = try await home.medium.central().withConnection(
          to: device.profile.device, label: "Machine", timeout: .seconds(5)
        ) { connection in
          try await RecordingConnection.with(connection, recorder: frames, time: home.time) { connection in
            try await FitnessMachineDriver.withDriver(over: connection, home.driver) { driver in
              #expect(driver.machine == machine)
              return try await driver.withEvents { events in
                var records: [MachineRecord] = []
                for await case .record(let record) in events {
                  records.append(record)
                  if records.count == 130 { break }
                }
                return records
              }
            }
          }
        }
        #expect(records.count == 130)
        #expect(records.last?[machine == .powerMeter ? .watts : .elapsedSeconds] != nil)
        let contents = FitnessMachineDriver.read(await frames.frames, advertisedName: nil)
        let metrics = Set(contents.statements.flatMap { $0.readings.samples.map(\.metric) })
        switch machine {
        // The belt stands.
        case .treadmill: #expect(metrics == [.speed, .inclination])
        case .indoorBike, .crossTrainer:
          #expect(metrics == [.heartRate, .speed, .power, .cadence, .resistance, .distance, .activeEnergy])
        case .rower:
          #expect(metrics == [.heartRate, .speed, .power, .cadence, .distance, .strokes, .activeEnergy])
        case .stepClimber: #expect(metrics == [.heartRate, .cadence, .steps, .floors, .activeEnergy])
        case .stairClimber: #expect(metrics == [.heartRate, .cadence, .strides, .floors, .activeEnergy])
        case .powerMeter: #expect(metrics == [.power, .cadence])
        }
      }
    }
  }
}
