import ArgumentParser
import HaloBluetooth
import HaloEngine
import HaloReports
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
    let controller = TreadmillController()
    do {
      try await session.once { driver in
        progress.clear()
        guard driver.machine == .treadmill else {
          throw MachineError.cannot(
            device: driver.label, what: Phrase("be run as a treadmill: it is of another kind (\(driver.machine.words))")
          )
        }
        guard driver.isControllable else { throw MachineError.onlyMeasures(device: driver.label) }
        do {
          try await controller.run(driver) {
            try await controller.withLease(personal) { try await use($0, view, environment.clock) }
          }
        } catch let error as CancellationError {
          if driver.isMoving == false { StandardError.report("the belt stands.") }
          throw error
        }
        try view.conclude()
      }
    } catch let loss as MachineError where controller.hasPendingStop {
      try await Self.stopAfterLoss(session, controller, loss, environment.clock)
    }
  }

  private func use(_ lease: ControlLease, _ view: TreadmillView, _ clock: any Clock<Duration>) async throws {
    let label = lease.machine.label
    try view.note(
      lease.allowedSpeeds.map { Phrase("\(label): \(short: $0.lowerBound) to \(short: $0.upperBound) km/h.") }
        ?? Phrase("\(label): no speed is allowed."))
    if isTyped { try view.advise(Phrase("s start, + - speed, ] [ incline, p pause, space stop, q leave")) }
    let console = TreadmillConsole(lease: lease, view: view, clock: clock, isConfirmed: isConfirmed, tally: tally)
    if isTyped {
      try await Keys.reading { keys in
        let first = try await Self.confirmed(orders, isConfirmed, keys, view)
        try await console.run(first, .keys(keys), for: duration)
      }
    } else {
      try await console.run(orders, .lines(InputLines.stream()), for: duration)
    }
  }

  /// The orders to begin with, if a person confirms them.
  private static func confirmed(
    _ orders: [TreadmillOrder], _ isConfirmed: Bool, _ keys: AsyncStream<String>, _ view: TreadmillView
  ) async throws -> [TreadmillOrder] {
    guard !isConfirmed,
      case .belt(.start(let speed?))? = orders.first(where: \.isStart)
    else { return orders }
    try view.note(
      Phrase("The belt will run at \(short: speed) km/h. Stand on the side rails, clip the key on. y starts it."))
    for await key in keys {
      if key == "y" { return orders }
      break
    }
    try Task.checkCancellation()
    try view.note(Phrase("Not started."))
    return orders.filter { !$0.isStart }
  }

  /// Connects once more to stop a belt that may run on, and says what came of it.
  private static func stopAfterLoss<Driver: MachineControlling>(
    _ session: WearableSession<Driver>, _ controller: TreadmillController, _ loss: MachineError,
    _ clock: any Clock<Duration>
  ) async throws {
    StandardError.report("\(loss)")
    StandardError.report("trying to reach it once more, to stop it …")
    for _ in 0..<3 {
      // The controller gives the pending stop as soon as there is a link.
      try? await session.once { try await controller.run($0) {} }
      if !controller.hasPendingStop {
        StandardError.report("it was reached again; the belt stands.")
        throw ExitCode(EX.unavailable)
      }
      try await clock.sleep(for: .seconds(2))
    }
    throw loss
  }
}
