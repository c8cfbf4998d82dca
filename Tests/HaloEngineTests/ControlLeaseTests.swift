import Foundation
import HaloBluetooth
import HaloDrivers
import HaloEngine
import HaloFitnessMachine
import HaloHealth
import HaloJournal
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

struct ControlLeaseTests {
  private static let stop: [UInt8] = [0x08, 0x01]

  /// A connected treadmill, with the reported events of its control.
  private struct Room: Sendable {
    let clock: SimulatedClock
    let belt: VirtualFitnessMachine
    let treadmill: TreadmillController
    let log: Log

    var speed: Double { belt.speed(at: clock.now) }
    var stops: Int { belt.written.count { $0 == ControlLeaseTests.stop } }
  }

  private final class Log: Sendable {
    let lines = Mutex<[String]>([])

    func note(_ event: TreadmillController.Event) {
      let line =
        switch event {
        case .connected(let isControllable): "connected \(isControllable)"
        case .disconnected: "disconnected"
        case .leased: "leased"
        case .released(let error): "released" + (error.map { " \($0)" } ?? "")
        case .stoppedAfterLoss: "stopped after loss"
        }
      lines.withLock { $0.append(line) }
    }
  }

  /// Connects to a treadmill once for each of `bodies`.
  private static func connecting(_ bodies: (@Sendable (Room) async throws -> Void)...) async throws {
    try await Simulation.run { clock in
      let medium = SimulatedMedium(clock: clock, seed: 7)
      let belt = VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:10:00:00:00:07"), name: "Treadmill 7", quirks: .strict)
      await medium.add(belt)
      let log = Log()
      let treadmill = TreadmillController(clock: clock) { log.note($0) }
      let room = Room(clock: clock, belt: belt, treadmill: treadmill, log: log)
      let time = WallTime.simulated(clock, from: Date(timeIntervalSince1970: 1_800_000_000), zone: "UTC") { _ in 0 }
      let environment = DriverEnvironment(clock: clock, time: time, advertisedName: "Treadmill 7")
      for body in bodies {
        let radio = medium.central()
        try await radio.withConnection(to: belt.profile.device, label: "Treadmill 7", timeout: .seconds(5)) {
          try await FitnessMachineDriver.withDriver(over: $0, environment) { driver in
            try await treadmill.run(driver) { try await body(room) }
          }
        }
      }
    }
  }

  /// Starts the belt and brings it to 3 km/h.
  private static func start(_ lease: ControlLease, _ room: Room) async throws {
    try await lease.order(.start(3))
    try await room.clock.sleep(for: .seconds(5))
    #expect(abs(room.speed - 3) < 0.011)
  }

  @Test func `a lease that is not renewed expires, and the belt stops`() async throws {
    try await Self.connecting { room in
      let clock = room.clock
      let began = clock.now
      await #expect(throws: TreadmillController.Failure.expired(.seconds(12))) {
        try await room.treadmill.withLease(.upTo(8), expiry: .seconds(12)) { lease in
          try await Self.start(lease, room)
          try await clock.sleep(for: .seconds(3600))
        }
      }
      #expect(room.speed == 0 && room.belt.written.last == Self.stop)
      let lasted = began.duration(to: clock.now)
      #expect(lasted >= .seconds(12) && lasted < .seconds(40), "\(lasted)")
      // The belt is stopped: there is no problem to report.
      #expect(room.log.lines.withLock { $0 } == ["connected true", "leased", "released"])
      // The treadmill can be leased again.
      try await room.treadmill.withLease(.upTo(8)) { _ in }
    }
  }

  @Test func `a lease that is renewed in time continues`() async throws {
    try await Self.connecting { room in
      try await room.treadmill.withLease(.upTo(8), expiry: .seconds(12)) { lease in
        try await Self.start(lease, room)
        for _ in 0..<10 {
          lease.renew()
          try await room.clock.sleep(for: .milliseconds(11_900))
          #expect(abs(room.speed - 3) < 0.011)
        }
      }
      #expect(room.speed == 0 && room.stops == 1)
    }
  }

  @Test func `a second lease is refused while one is held`() async throws {
    try await Self.connecting { room in
      try await room.treadmill.withLease(.upTo(8)) { lease in
        try await Self.start(lease, room)
        let written = room.belt.written
        await #expect(throws: TreadmillController.Failure.leased) {
          try await room.treadmill.withLease(.upTo(20)) { _ in Issue.record("It was granted.") }
        }
        #expect(room.belt.written == written && abs(room.speed - 3) < 0.011)
      }
    }
  }

  @Test(arguments: [(-0.5, 6.0, 4.0), (0.5, 2.0, 4.0), (-0.5, 3.0, 1.0), (0.5, 6.5, 8.0)])
  func `four quick presses are four steps, within the limit`(step: Double, from: Double, to: Double) async throws {
    try await Self.connecting { room in
      try await room.treadmill.withLease(.upTo(8)) { lease in
        try await lease.order(.start(from))
        try await room.clock.sleep(for: .seconds(20))
        for _ in 0..<4 { try await lease.order(.faster(step)) }
        try await room.clock.sleep(for: .seconds(10))
        #expect(abs(room.speed - to) < 0.011, "\(room.speed)")
        // Orders that overlap count from each other, too.
        for _ in 0..<4 { try await lease.order(.faster(-step)) }
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { try? await lease.order(.faster(step)) } }
        }
        try await room.clock.sleep(for: .seconds(10))
        #expect(abs(room.speed - min(to, lease.targetSpeed ?? 0)) < 0.011, "\(room.speed)")
        for _ in 0..<4 { try await lease.order(.steeper(0.5)) }
        try await room.clock.sleep(for: .seconds(10))
        #expect(abs(room.belt.inclination(at: room.clock.now) - 2) < 0.011)
        // A refused order is no target.
        await #expect(throws: TargetRefusal.self) { try await lease.order(.incline(99)) }
        #expect(lease.targetInclination == 2)
      }
    }
  }

  @Test func `a press during a ramp counts from its target, and a stop is first`() async throws {
    try await Self.connecting { room in
      try await room.treadmill.withLease(.upTo(12)) { lease in
        try await Self.start(lease, room)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try? await lease.order(.speed(9)) }
          try await room.clock.sleep(for: .seconds(2))
          #expect(room.speed < 6)
          try await lease.order(.faster(0.5))
        }
        try await room.clock.sleep(for: .seconds(10))
        #expect(abs(room.speed - 9.5) < 0.011, "\(room.speed)")
        try await lease.order(.stop)
        #expect(room.speed == 0)
        try await Self.start(lease, room)
        try await lease.order(.faster(0.5))
        try await room.clock.sleep(for: .seconds(5))
        #expect(abs(room.speed - 3.5) < 0.011, "\(room.speed)")
      }
    }
  }

  @Test(arguments: [6.5, 2.0]) func `a press counts from a speed set at the machine`(speed: Double) async throws {
    try await Self.connecting { room in
      try await room.treadmill.withLease(.upTo(8)) { lease in
        try await Self.start(lease, room)
        room.belt.pressSpeed(speed)
        try await room.clock.sleep(for: .seconds(15))
        #expect(abs((lease.targetSpeed ?? 0) - speed) < 0.011)
        try await lease.order(.faster(0.5))
        try await room.clock.sleep(for: .seconds(5))
        #expect(abs(room.speed - speed - 0.5) < 0.011, "\(room.speed)")
      }
    }
  }

  @Test func `any caller can stop the belt during an order, and the lease continues`() async throws {
    try await Self.connecting { room in
      try await room.treadmill.withLease(.upTo(8)) { lease in
        try await Self.start(lease, room)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask {
            await #expect(throws: MachineError.superseded(device: "Treadmill 7")) { try await lease.order(.speed(8)) }
          }
          try await room.clock.sleep(for: .seconds(2))
          #expect(room.speed > 3 && room.speed < 8)
          try await room.treadmill.stop()
          #expect(room.speed == 0)
          try await group.waitForAll()
        }
        try await Self.start(lease, room)
      }
      #expect(room.speed == 0 && room.stops == 2)
    }
  }

  @Test func `a belt is stopped when its lease ends by a return, an error or a cancellation`() async throws {
    struct Problem: Error {}
    try await Self.connecting { room in
      try await room.treadmill.withLease(.upTo(8)) { try await Self.start($0, room) }
      #expect(room.speed == 0)
      await #expect(throws: Problem.self) {
        try await room.treadmill.withLease(.upTo(8)) { lease in
          try await Self.start(lease, room)
          throw Problem()
        }
      }
      #expect(room.speed == 0)
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          try await room.treadmill.withLease(.upTo(8)) { lease in
            try await Self.start(lease, room)
            // An order in progress is not continued.
            try await lease.order(.speed(8))
          }
        }
        try? await room.clock.sleep(for: .seconds(14))
        #expect(room.speed > 0 && room.speed < 8)
        group.cancelAll()
        await #expect(throws: CancellationError.self) { try await group.next() }
        #expect(room.speed == 0)
      }
      #expect(room.stops == 3)
    }
  }

  @Test func `an order that fails because control was lost ends the lease, and a refused one does not`() async throws {
    @Sendable func error(_ body: () async throws -> Void) async -> (any Error)? {
      do { try await body() } catch { return error }
      return nil
    }
    try await Self.connecting { room in
      let lost = MachineError.controlLost(device: "Treadmill 7")
      let reason = await error {
        try await room.treadmill.withLease(.upTo(8)) { lease in
          try await Self.start(lease, room)
          #expect(await error { try await lease.order(.speed(9)) } is TargetRefusal)
          room.belt.revokeControl()
          try await room.clock.sleep(for: .seconds(1))
          room.belt.releaseControl()
          #expect(await error { try await lease.order(.speed(4)) } as? MachineError == lost)
          #expect(await error { try await room.clock.sleep(for: .seconds(3600)) } is CancellationError)
        }
      }
      #expect(reason as? MachineError == lost && room.speed == 0)
    }
  }

  @Test func `an ended lease accepts no orders`() async throws {
    try await Self.connecting { room in
      let (leases, leased) = AsyncStream<ControlLease>.makeStream()
      try await room.treadmill.withLease(.upTo(8)) { leased.yield($0) }
      for await lease in leases {
        await #expect(throws: TreadmillController.Failure.ended) { try await lease.order(.start(3)) }
        break
      }
      #expect(room.belt.written == [[0x00]] && room.speed == 0)
    }
  }

  @Test func `a connection loss while the belt runs leaves a pending stop for the next connection`() async throws {
    try await Self.connecting(
      { room in
        await #expect(throws: MachineError.self) {
          try await room.treadmill.withLease(.upTo(8)) { lease in
            try await Self.start(lease, room)
            room.belt.dropLink()
            // Any order fails, which ends the lease.
            try await lease.order(.speed(4))
          }
        }
        #expect(room.treadmill.hasPendingStop && room.speed > 0)
      },
      { room in
        try await room.clock.sleep(for: .seconds(20))
        #expect(!room.treadmill.hasPendingStop && room.speed == 0)
        #expect(room.stops == 1)
        #expect(room.log.lines.withLock { $0 }.suffix(2) == ["stopped after loss", "connected true"])
      })
  }

  @Test func `a pending stop is completed even if the next connection is not used`() async throws {
    try await Self.connecting(
      { room in
        _ = try? await room.treadmill.withLease(.upTo(8)) { lease in
          try await Self.start(lease, room)
          room.belt.dropLink()
          try await lease.order(.speed(4))
        }
        #expect(room.treadmill.hasPendingStop && room.speed > 0)
      },
      { room in #expect(room.treadmill.hasPendingStop) },
      { room in #expect(!room.treadmill.hasPendingStop && room.speed == 0 && room.stops == 1) })
  }

  @Test func `a stop without a connection is sent over the next one`() async throws {
    let treadmill = TreadmillController()
    await #expect(throws: TreadmillController.Failure.notConnected) { try await treadmill.stop() }
    #expect(treadmill.hasPendingStop)
  }
}
