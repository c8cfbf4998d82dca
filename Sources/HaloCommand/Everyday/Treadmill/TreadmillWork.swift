import HaloEngine

/// Runs `halo treadmill` over one link, and reconnects to stop the belt if the link was lost.
struct TreadmillWork: Sendable {
  let personal: PersonalLimits
  /// The initial commands.
  let orders: [TreadmillAction]
  let duration: Duration?
  let json: Bool
  /// True if commands are typed at a terminal.
  let isTyped: Bool
  /// True if the belt may be started without asking.
  let isConfirmed: Bool
  let progress: ProgressLine
  let tally: CommandFailureTally

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
            device: driver.label,
            what: Phrase("be used as a treadmill: it is another kind of machine (\(driver.machine.phrase))")
          )
        }
        guard driver.isControllable else { throw MachineError.notControllable(device: driver.label) }
        guard driver.hasControllableBelt else {
          throw MachineError.cannot(
            device: driver.label,
            what: Phrase(
              """
              be used as a treadmill yet: it lists the data of several kinds of machine and sends none. Start its belt at \
              the machine, and try again
              """))
        }
        do {
          try await controller.run(driver) {
            try await controller.withLease(personal) { try await use($0, view, environment.clock) }
          }
        } catch let error as CancellationError {
          if driver.isMoving == false { StandardError.report("the belt is stopped.") }
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
        ?? Phrase("\(label): your limits allow no speed."))
    if isTyped {
      try view.advise(Phrase("s start, + - speed, ] [ incline, p pause, space stop, q quit"))
      try view.advise(Phrase("If the machine's display shows another speed, stop, and choose its unit with --unit."))
    }
    let console = TreadmillConsole(
      lease: lease, view: view, clock: clock, isConfirmed: isConfirmed, tally: tally)
    if isTyped {
      try await Keys.reading { keys in
        let first = try await confirmed(keys, view)
        try await console.run(first, .keys(keys), for: duration)
      }
    } else {
      try await console.run(orders, .lines(InputLines.stream()), for: duration)
    }
  }

  /// Returns the initial commands; without confirmation, those that do not start the belt.
  private func confirmed(_ keys: AsyncStream<String>, _ view: TreadmillView) async throws -> [TreadmillAction] {
    guard !isConfirmed, case .belt(.start(let speed?))? = orders.first(where: \.isStart) else { return orders }
    try view.note(
      Phrase(
        "The belt will run at \(short: speed) km/h. Stand on the side rails and clip the safety key on. Press y to start."
      ))
    if await keys.first(where: { _ in true }) == "y" { return orders }
    try Task.checkCancellation()
    try view.note(Phrase("Not started."))
    return orders.filter { !$0.isStart }
  }

  /// Reconnects to stop a belt that may still be running, and prints the result.
  private static func stopAfterLoss<Driver: MachineControlling>(
    _ session: WearableSession<Driver>, _ controller: TreadmillController, _ loss: MachineError,
    _ clock: any Clock<Duration>
  ) async throws {
    StandardError.report("\(loss)")
    StandardError.report("reconnecting to stop the belt …")
    for _ in 0..<3 {
      // The controller sends the pending stop as soon as it is connected.
      try? await session.once { try await controller.run($0) {} }
      if !controller.hasPendingStop {
        // Now: after Control-C, an error is not shown.
        StandardError.report("the machine was reached again; the belt is stopped.")
        throw Failure(EX.unavailable)
      }
      try await clock.sleep(for: .seconds(2))
    }
    throw Failure(
      EX.unavailable, "the machine was not reached again.",
      "If the belt is moving, stop it at the machine: with its button, or by pulling the safety key.")
  }
}
