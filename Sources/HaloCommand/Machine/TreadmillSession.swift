import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloWearables

/// The work of `halo treadmill` over one link, and over another to stop a belt whose link was lost.
struct TreadmillSession: MachineWork {
  let personal: PersonalLimits
  /// The orders to begin with.
  let orders: [TreadmillOrder]
  let duration: Duration?
  let json: Bool
  /// Whether a person types orders.
  let isTyped: Bool
  /// Whether the belt may be set in motion without asking.
  let isConfirmed: Bool
  let progress: ProgressLine
  let tally: OrderTally

  func run<Driver: MachineControlling>(
    _ session: WearableSession<Driver>, _ environment: DriverEnvironment
  ) async throws {
    let view = TreadmillView(json: json, time: environment.time)
    do {
      try await session.once { driver in
        progress.clear()
        guard driver.machine == .treadmill else {
          throw MachineError.cannot(
            device: driver.label, what: "be run as a treadmill: it is of another kind (\(driver.machine.words))")
        }
        try await Self.sayingThatItStands(driver) {
          try await driver.withControl(personal.limits) { control in
            try await Self.greet(control, view, isTyped: isTyped)
            let pilot = TreadmillPilot(
              control: control, view: view, clock: environment.clock, isConfirmed: isConfirmed,
              personal: personal, tally: tally)
            if isTyped {
              try await Keys.reading { keys in
                let first = try await Self.confirmed(orders, isConfirmed, keys, view)
                try await pilot.run(first, .keys(keys), for: duration)
              }
            } else {
              try await pilot.run(orders, .lines(InputLines.stream()), for: duration)
            }
          }
        }
        try view.conclude()
      }
    } catch MachineError.linkLostWhileRunning(let device, let speed) {
      try await Self.stopAfterLoss(session, .linkLostWhileRunning(device: device, speed: speed), environment)
    }
  }

  /// Does `body`; a person who interrupts it is told that the belt stands.
  private static func sayingThatItStands(
    _ driver: some MachineControlling, _ body: () async throws -> Void
  ) async throws {
    do { try await body() } catch let error as CancellationError {
      if driver.isMoving == false { StandardError.write("halo: the belt stands.\n") }
      throw error
    }
  }

  private static func greet(_ control: any MachineControl, _ view: TreadmillView, isTyped: Bool) async throws {
    let range = control.allowedSpeeds.map { "\(Words.number($0.lowerBound)) to \(Words.number($0.upperBound)) km/h" }
    try view.note("\(control.machine.label): \(range ?? "no speed is allowed").")
    if isTyped { try view.advise("s start, + - speed, ] [ incline, p pause, space stop, q leave") }
  }

  /// The orders to begin with, if a person confirms them.
  private static func confirmed(
    _ orders: [TreadmillOrder], _ isConfirmed: Bool, _ keys: AsyncStream<String>, _ view: TreadmillView
  ) async throws -> [TreadmillOrder] {
    guard !isConfirmed,
      case .start(let speed?)? = orders.first(where: { if case .start = $0 { true } else { false } })
    else { return orders }
    try view.note(
      "The belt will run at \(Words.number(speed)) km/h. Stand on the side rails, clip the key on. y starts it.")
    for await key in keys {
      if key == "y" { return orders }
      break
    }
    try Task.checkCancellation()
    try view.note("Not started.")
    return orders.filter { if case .start = $0 { false } else { true } }
  }

  /// Connects once more to stop a belt that may run on, and says what came of it.
  private static func stopAfterLoss<Driver: MachineControlling>(
    _ session: WearableSession<Driver>, _ loss: MachineError, _ environment: DriverEnvironment
  ) async throws {
    StandardError.write("halo: \(loss)\nhalo: trying to reach it once more, to stop it …\n")
    for _ in 0..<3 {
      let isStopped = try? await session.once { driver in
        try await driver.stopBelt()
        return true
      }
      if isStopped == true {
        StandardError.write("halo: it was reached again; the belt stands.\n")
        throw ExitCode(EX.unavailable)
      }
      try await environment.clock.sleep(for: .seconds(2))
    }
    throw loss
  }
}
