import HaloEngine

/// Reads keys or lines, runs their commands in order, and shows events. Stopping takes precedence over queued
/// commands.
struct TreadmillConsole: Sendable {
  /// The source of commands.
  enum Source {
    /// A person's keys.
    case keys(AsyncStream<String>)
    /// Lines of text.
    case lines(AsyncStream<String>)

    /// True if a person sees the result of a command.
    var isInteractive: Bool { if case .keys = self { true } else { false } }
  }

  let lease: ControlLease
  let view: TreadmillView
  let clock: any Clock<Duration>
  /// True if the belt may be started without asking.
  let isConfirmed: Bool
  /// Failures of commands from standard input.
  let tally: CommandFailureTally

  /// Thrown to end the session.
  private enum End: Error { case userQuit }

  /// Runs `first` and then the commands from `source`, until the user quits, the time is over or the link is lost.
  /// Then stops the belt, and shows events until it has stopped.
  func run(_ first: [TreadmillAction], _ source: Source, for duration: Duration?) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.watch() }
      group.addTask {
        do { try await self.work(first, source, for: duration) } catch End.userQuit {}
        if self.lease.machine.isMoving == true { try self.view.note(Phrase("Stopping …")) }
        try await self.lease.stopIfStarted()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
    try Task.checkCancellation()
    // The belt stood before its last measurement was shown, if this process was slow.
    if let last = lease.machine.record { try view.show(last) }
  }

  /// Runs commands until the session ends.
  private func work(_ first: [TreadmillAction], _ source: Source, for duration: Duration?) async throws {
    let (queue, orders) = AsyncStream<TreadmillAction>.makeStream()
    for order in first { orders.yield(order) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await order in queue {
          if order == .quit { throw End.userQuit }
          try await self.attempt(order, isInteractive: source.isInteractive)
        }
        // No more commands: the time limit ends the session, if there is one and the belt moves.
        if duration == nil || self.lease.machine.isMoving != true { throw End.userQuit }
      }
      group.addTask { try await self.listen(source, orders) }
      if let duration {
        group.addTask {
          // The time starts when the belt moves.
          while self.lease.machine.isMoving != true { try await self.clock.sleep(for: .milliseconds(200)) }
          try await self.clock.sleep(for: duration)
          try self.view.note(Phrase("The time is over."))
          throw End.userQuit
        }
      }
      defer { group.cancelAll() }
      while try await group.next() != nil {}
    }
  }

  private func watch() async throws {
    try await lease.machine.withEvents { events in
      for await event in events {
        if case .record(let record) = event { try view.show(record) }
        if let words = event.words(lease.limits.limits.speed) { try view.note(words) }
      }
    }
    try Task.checkCancellation()
    try lease.machine.checkLink()
  }

  private func listen(_ source: Source, _ orders: AsyncStream<TreadmillAction>.Continuation) async throws {
    defer { orders.finish() }
    switch source {
    case .keys(let keys):
      var isAsked = false
      for await key in keys {
        if isAsked {
          isAsked = false
          if key == "y" { orders.yield(.belt(.start(nil))) } else { try view.note(Phrase("Not started.")) }
          continue
        }
        guard let order = TreadmillAction.keys[key] else { continue }
        if order.isStart, !isConfirmed {
          isAsked = true
          try view.note(
            Phrase("The belt will move. Stand on the side rails and clip the safety key on. Press y to start."))
        } else if order == .quit {
          throw End.userQuit
        } else if order.isUrgent {
          // A stop does not wait for the current command.
          try await attempt(order, isInteractive: true)
        } else {
          orders.yield(order)
        }
      }
    case .lines(let lines):
      for await line in lines {
        let text = line.prefix { $0 != "#" }
        guard text.contains(where: { !$0.isWhitespace }) else { continue }
        let order = TreadmillAction(line: String(text))
        if order?.isStart == true, !isConfirmed {
          tally.note(.invalid)
          StandardError.report("'start' starts the belt: add --yes.")
        } else if let order {
          orders.yield(order)
        } else {
          tally.note(.invalid)
          StandardError.report("'\(String(text))' is not a command. The commands are: \(TreadmillAction.help).")
        }
      }
    }
  }

  /// Runs a command. Prints a refusal and continues; throws errors that end the session.
  private func attempt(_ order: TreadmillAction, isInteractive: Bool) async throws {
    do {
      try await carryOut(order)
    } catch let error where ControlLease.isRefusal(error) {
      let refusal = error as? TargetRefusal
      if !isInteractive { tally.note(refusal == nil ? .failed : .invalid) }
      let advice = refusal.flatMap(lease.limits.advice)
      try view.note(advice.map { Phrase("\(error) \($0)") } ?? Phrase("\(error)"))
    }
  }

  private func carryOut(_ order: TreadmillAction) async throws {
    switch order {
    case .wait(let seconds): try await clock.sleep(for: .milliseconds(Int(seconds * 1000)))
    case .quit: break
    case .belt(let order):
      switch order {
      case .start(let speed):
        try lease.checkStart(at: speed)
        try view.note(Phrase("Starting …"))
      case .pause: try view.note(Phrase("Pausing …"))
      case .stop: try view.note(Phrase("Stopping …"))
      default: break
      }
      try await lease.order(order)
      switch order {
      case .start(let speed?), .speed(let speed): try await note(speed)
      default: break
      }
    }
  }

  /// Prints whether the belt reached the target speed.
  private func note(_ speed: Double) async throws {
    if try await lease.reaches(speed, within: .seconds(15)) {
      try view.note(Phrase("The belt runs at \(short: speed) km/h."))
    } else if let shown = lease.machine.record?[.speed] {
      try view.note(Phrase("The belt shows \(short: shown) km/h, and not \(short: speed)."))
    }
  }
}
