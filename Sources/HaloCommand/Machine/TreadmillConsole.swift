import Foundation
import HaloBluetooth
import HaloEngine
import HaloReports
import HaloWearables

/// Reads keys or lines, gives the orders that they stand for one after the other, and shows what happens. Stopping overtakes everything.
struct TreadmillConsole: Sendable {
  /// Where orders come from.
  enum Source {
    /// A person's keys.
    case keys(AsyncStream<String>)
    /// Lines of text.
    case lines(AsyncStream<String>)

    /// Whether a person sees what becomes of an order.
    var isWatched: Bool { if case .keys = self { true } else { false } }
  }

  let lease: ControlLease
  let view: TreadmillView
  let clock: any Clock<Duration>
  /// Whether the belt may be set in motion without asking.
  let isConfirmed: Bool
  /// What became of orders that nobody watches.
  let tally: OrderTally

  /// What ends a session.
  private enum End: Error { case wished }

  /// Carries out `first` and then what comes, until somebody wants to leave, the time is over or the link is lost; then the belt is
  /// stopped, and what it does until it stands is shown as well.
  func run(_ first: [TreadmillOrder], _ source: Source, for duration: Duration?) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.watch() }
      group.addTask {
        do { try await self.work(first, source, for: duration) } catch End.wished {}
        if self.lease.machine.isMoving == true { try self.view.note(Phrase("Stopping …")) }
        try await self.lease.stopIfStarted()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
    try Task.checkCancellation()
  }

  /// Takes orders until there is an end to it.
  private func work(_ first: [TreadmillOrder], _ source: Source, for duration: Duration?) async throws {
    let (queue, orders) = AsyncStream<TreadmillOrder>.makeStream()
    for order in first { orders.yield(order) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await order in queue {
          if order == .quit { throw End.wished }
          try await self.attempt(order, isWatched: source.isWatched)
        }
        // No more orders: the time ends it, where there is one and a belt that moves.
        if duration == nil || self.lease.machine.isMoving != true { throw End.wished }
      }
      group.addTask { try await self.listen(source, orders) }
      if let duration {
        group.addTask {
          // The time counts from when the belt moves.
          while self.lease.machine.isMoving != true { try await self.clock.sleep(for: .milliseconds(200)) }
          try await self.clock.sleep(for: duration)
          try self.view.note(Phrase("The time is over."))
          throw End.wished
        }
      }
      defer { group.cancelAll() }
      while try await group.next() != nil {}
    }
  }

  private func watch() async throws {
    try await lease.machine.withEvents { events in
      for await event in events {
        switch event {
        case .record(let record): try view.show(record)
        case .safetyKeyPulled: try view.note(Phrase("The safety key was pulled."))
        case .stopped: try view.note(Phrase("Stopped."))
        case .paused: try view.note(Phrase("Paused."))
        case .started: try view.note(Phrase("Started."))
        case .controlLost: try view.note(Phrase("Control was taken away."))
        }
      }
    }
    try Task.checkCancellation()
    try lease.machine.checkLink()
  }

  private func listen(_ source: Source, _ orders: AsyncStream<TreadmillOrder>.Continuation) async throws {
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
        guard let order = TreadmillOrder(key: key) else { continue }
        if order.isStart, !isConfirmed {
          isAsked = true
          try view.note(Phrase("The belt will move. Stand on the side rails, clip the key on. y starts it."))
        } else if order == .quit {
          throw End.wished
        } else if order.isUrgent {
          // Stopping waits for nothing that is under way.
          try await attempt(order, isWatched: true)
        } else {
          orders.yield(order)
        }
      }
    case .lines(let lines):
      for await line in lines {
        let text = line.prefix { $0 != "#" }
        guard text.contains(where: { !$0.isWhitespace }) else { continue }
        let order = TreadmillOrder(line: String(text))
        if order?.isStart == true, !isConfirmed {
          tally.note(.wrong)
          StandardError.report("'start' sets the belt in motion: add --yes.")
        } else if let order {
          orders.yield(order)
        } else {
          tally.note(.wrong)
          StandardError.report("'\(String(text))' is no order. There are: \(TreadmillOrder.help).")
        }
      }
    }
  }

  /// Carries out an order. What is refused is said, and the session goes on; what ends it is thrown.
  private func attempt(_ order: TreadmillOrder, isWatched: Bool) async throws {
    do {
      try await carryOut(order)
    } catch let error where ControlLease.isRefusal(error) {
      let refusal = error as? TargetRefusal
      if !isWatched { tally.note(refusal == nil ? .disobeyed : .wrong) }
      let advice = refusal.flatMap(lease.limits.advice)
      try view.note(advice.map { Phrase("\(error) \($0)") } ?? Phrase("\(error)"))
    }
  }

  private func carryOut(_ order: TreadmillOrder) async throws {
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

  /// Says whether the belt became as fast as it was told.
  private func note(_ speed: Double) async throws {
    if try await lease.reaches(speed, within: .seconds(15)) {
      try view.note(Phrase("The belt runs at \(short: speed) km/h."))
    } else if let shown = lease.machine.record?[.speed] {
      try view.note(Phrase("The belt shows \(short: shown) km/h, and not \(short: speed)."))
    }
  }
}

/// Lines of standard input, as they come. A thread of its own reads: neither a file nor /dev/null can be waited for otherwise.
enum InputLines {
  static func stream() -> AsyncStream<String> {
    let (lines, continuation) = AsyncStream<String>.makeStream()
    Thread.detachNewThread {
      while let line = readLine() { continuation.yield(line) }
      continuation.finish()
    }
    return lines
  }
}
