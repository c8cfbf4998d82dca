import Foundation
import HaloBluetooth
import HaloEngine
import HaloFitnessMachine
import HaloHealth
import HaloSimulatedRadio
import HaloVirtualDevices
import HaloWearables
import Synchronization
import Testing

@testable import HaloCommand

@Suite("Treadmill commands")
struct TreadmillOrderTests {
  /// Collects the shown text.
  private final class ShownText: Sendable {
    let text = Mutex("")
  }

  /// Returns a random line: valid, invalid or dangerous.
  private static func line(_ random: inout SeededGenerator) -> String {
    let numbers = [
      "-3", "0", "0.5", "3", "7.99", "8", "8.01", "12", "16", "16.1", "1e9", "nan", "inf", "-inf", "0x10", "",
    ]
    let verbs = ["start", "speed", "speed", "incline", "wait", "pause", "stop", "start", "fly"]
    let verb = verbs[Int.random(in: verbs.indices, using: &random)]
    if verb == "wait" { return "wait \(Int.random(in: 0...20, using: &random))" }
    if Bool.random(using: &random) { return "\(verb) \(Double(Int.random(in: -20...200, using: &random)) / 10)" }
    return "\(verb) \(numbers[Int.random(in: numbers.indices, using: &random)])"
  }

  /// Returns a random key.
  private static func key(_ random: inout SeededGenerator) -> String {
    let keys = ["s", "y", "+", "+", "+", "=", "-", "]", "]", "[", "p", "space", "x"]
    return keys[Int.random(in: keys.indices, using: &random)]
  }

  @Test(arguments: 0..<30)
  func `with random commands, no written speed or incline exceeds the limits of settings and machine`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let limits = MachineLimits(
      speed: SpeedLimit(kilometersPerHour: Double(Int.random(in: 5...220, using: &random)) / 10),
      inclination: InclinationLimit(percent: Double(Int.random(in: 0...20, using: &random))))
    var storing = MachineQuirks.strict
    storing.keepsSpeedUntilStarted = true
    let quirks: MachineQuirks = [.strict, .lenient, storing, .milesPerHour][Int.random(in: 0..<4, using: &random)]
    let isTyped = Bool.random(using: &random)
    // Invalid commands are reported only on standard error.
    let orders = (0..<40).map { _ in isTyped ? Self.key(&random) : Self.line(&random) }
      .filter { isTyped || TreadmillAction(line: $0) != nil }
    let written = try await Simulation.run { clock in
      let start = Date(timeIntervalSince1970: 1_800_000_000)
      let time = WallTime.simulated(clock, from: start, zone: "UTC") { _ in 0 }
      let medium = SimulatedMedium(clock: clock, seed: seed)
      let treadmill = VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:10:00:00:00:01"), name: quirks.usesMiles ? "FS-BT-T4" : "Treadmill 7",
        quirks: quirks)
      await medium.add(treadmill)
      let environment = DriverEnvironment(clock: clock, time: time, advertisedName: treadmill.profile.name)
      try await medium.central().withConnection(
        to: treadmill.profile.device, label: "Treadmill 7", timeout: .seconds(5)
      ) { connection in
        try await FitnessMachineDriver.withDriver(over: connection, environment) { driver in
          let controller = TreadmillController()
          try await controller.run(driver) {
            try await controller.withLease(PersonalLimits(limits, path: "settings.yaml")) { lease in
              let console = TreadmillConsole(
                lease: lease, view: TreadmillView(json: true, time: time, output: { _ in }), clock: clock,
                isConfirmed: true, tally: CommandFailureTally())
              let (stream, continuation) = AsyncStream<String>.makeStream()
              try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                  for order in orders {
                    continuation.yield(order)
                    if isTyped { try await clock.sleep(for: .milliseconds(700)) }
                  }
                  continuation.finish()
                }
                try await console.run([], isTyped ? .keys(stream) : .lines(stream), for: nil)
                group.cancelAll()
              }
            }
          }
        }
      }
      return treadmill.written
    }
    for bytes in written {
      switch bytes.first {
      case 0x02:
        let speed = Double(Int(bytes[1]) | Int(bytes[2]) << 8) / 100
        let range = quirks.usesMiles ? VirtualFitnessMachine.speedsInMiles : VirtualFitnessMachine.speeds
        #expect(range.contains(speed))
        #expect(speed * (quirks.usesMiles ? 1.609344 : 1) <= limits.speed.kilometersPerHour + 1e-9)
      case 0x03:
        let percent = Double(Int16(bitPattern: UInt16(bytes[1]) | UInt16(bytes[2]) << 8)) / 10
        #expect(percent <= min(limits.inclination.percent, VirtualFitnessMachine.inclinations.upperBound) + 1e-9)
        #expect(percent >= 0)
      case 0x00, 0x07, 0x08: #expect(bytes.count <= 2)
      default: Issue.record("\(bytes) was written")
      }
    }
    #expect(written.first == [0x00])
  }

  @Test(
    arguments: [("FS-BT-T4", MachineQuirks.milesPerHour), ("UREVO-1", .strict), ("Treadmill 7", .strict)],
    ["Gym", "FS-BT-T4 x", "urevo"])
  func `a belt runs at the requested km/h in either unit of the user`(
    model: (advertised: String, quirks: MachineQuirks), label: String
  ) async throws {
    let step = VirtualFitnessMachine.speedStep * (model.quirks.usesMiles ? 1.609344 : 1)
    try await Simulation.run { clock in
      let start = Date(timeIntervalSince1970: 1_800_000_000)
      let time = WallTime.simulated(clock, from: start, zone: "UTC") { _ in 0 }
      let medium = SimulatedMedium(clock: clock, seed: 1)
      let treadmill = VirtualFitnessMachine(
        .treadmill, device: DeviceID("D4:10:00:00:00:01"), name: model.advertised, quirks: model.quirks)
      await medium.add(treadmill)
      let environment = DriverEnvironment(clock: clock, time: time, advertisedName: model.advertised)
      let limits = MachineLimits(speed: SpeedLimit(kilometersPerHour: 4.5))
      let shownText = ShownText()
      try await medium.central().withConnection(to: treadmill.profile.device, label: label, timeout: .seconds(5)) {
        try await FitnessMachineDriver.withDriver(over: $0, environment) { driver in
          let controller = TreadmillController()
          try await controller.run(driver) {
            try await controller.withLease(PersonalLimits(limits, path: "settings.yaml")) { lease in
              let console = TreadmillConsole(
                lease: lease,
                view: TreadmillView(
                  json: false, time: time, output: { text in shownText.text.withLock { $0 += text } }),
                clock: clock, isConfirmed: true, tally: CommandFailureTally())
              let (lines, input) = AsyncStream<String>.makeStream()
              try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                  for (order, speed) in [("start 3.3", 3.3), ("speed 4.5", 4.5), ("speed 1.7", 1.7)] {
                    input.yield(order)
                    try await clock.sleep(for: .seconds(20))
                    let real = treadmill.speed(at: clock.now)
                    #expect(real <= speed + 1e-9 && real > speed - step, "\(real) km/h after '\(order)'")
                  }
                  input.finish()
                }
                group.addTask { try await console.run([], .lines(lines), for: nil) }
                try await group.waitForAll()
              }
            }
          }
        }
      }
      // The program does not report a deviation if the belt runs one protocol step lower.
      #expect(!shownText.text.withLock { $0 }.contains("and not"), "\(shownText.text.withLock { $0 })")
    }
  }

  @Test(arguments: [("start", TreadmillAction.belt(.start(nil))), ("START 4", .belt(.start(4))), ("wait 3", .wait(3))])
  func `are parsed from text`(line: String, order: TreadmillAction) {
    #expect(TreadmillAction(line: line) == order)
  }
}
