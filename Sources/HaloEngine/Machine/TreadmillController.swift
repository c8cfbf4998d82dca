import Synchronization

/// Controls a treadmill or another machine over its connections, for one person at a time, who has a ``ControlLease``.
/// Releasing control always stops the belt. Any other person can stop it too. A belt that was running when a connection
/// was lost is stopped over the next connection.
public final class TreadmillController: Sendable {
  /// A change of the state of control.
  public enum Event: Sendable {
    /// A machine is connected. If it is a controllable treadmill, it can be leased now.
    case connected(isControllable: Bool)
    /// The machine is disconnected.
    case disconnected
    /// A person has control.
    case leased
    /// The lease has ended and the belt is stopped, or the error reports why that is uncertain.
    case released((any Error)?)
    /// A belt that was running when the connection was lost was reconnected and stopped.
    case stoppedAfterLoss
  }

  /// The reason why an order or request is not carried out, or why a lease has ended.
  public enum Failure: Error, Hashable, Sendable, PhrasedError {
    /// Another person has the lease.
    case leased
    /// No controllable treadmill is connected.
    case notConnected
    /// The lease has ended.
    case ended
    /// The lease was not renewed for this time.
    case expired(Duration)

    /// The message for a person.
    public var phrase: Phrase {
      switch self {
      case .leased: Phrase("Another person controls this treadmill now, or is just releasing it.")
      case .notConnected:
        Phrase(
          "The treadmill is not connected. If its belt is moving, stop it at the machine: with its button, or by pulling the safety key."
        )
      case .ended: Phrase("Control of the treadmill was released meanwhile; its belt was stopped.")
      case .expired(let time):
        Phrase(
          "Control was not renewed for \(TargetRefusal.number(time / .seconds(1))) seconds; the belt was stopped.")
      }
    }
  }

  /// The threads for controlling belts. A stop must not wait for the cooperative pool or for other work of the program.
  package static let threads = ThreadExecutor("halo.belt", threads: 4)

  private struct State {
    /// The connected machine, and the scope of requests to it.
    var link: (driver: any MachineControlling, requests: TaskScope)?
    var isLeased = false
    /// The lease, once control is granted.
    var lease: ControlLease?
    var hasPendingStop = false
    /// A counter that changes when a connection begins and when it ends.
    var runCount = 0
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Duration
  private let report: @Sendable (Event) -> Void

  /// A controller without a connection. Leases expire by `clock`.
  public init(
    clock: some Clock<Duration> = ContinuousClock(), report: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    let start = clock.now
    self.clock = clock
    now = { start.duration(to: clock.now) }
    self.report = report
  }

  /// True if a stop is pending for a belt that may still be running. It is sent over the next connection.
  public var hasPendingStop: Bool { state.withLock { $0.hasPendingStop } }

  /// The connected machine, if it accepts commands.
  public var machine: (any MachineControlling)? { state.withLock { $0.link?.driver } }

  /// Takes control, calls `body` with the lease, and returns when the belt has stopped. The lease ends, and `body` is
  /// canceled, when the task is canceled, the connection ends, an order ends control, or `expiry` has passed since the
  /// lease was granted or renewed.
  ///
  /// - Throws: ``Failure``, `MachineError`, the error of a lost connection, and errors of `body`. If the belt may still
  ///   be running, that error takes precedence.
  public func withLease(
    _ limits: PersonalLimits, expiry: Duration? = nil, _ body: @escaping @Sendable (ControlLease) async throws -> Void
  ) async throws {
    guard let link = state.withLock({ $0.link }) else { throw Failure.notConnected }
    try await link.requests.run(orThrow: Failure.notConnected) { [self] in
      try state.withLock { state in
        guard !state.isLeased else { throw Failure.leased }
        state.isLeased = true
      }
      var failure: (any Error)?
      do {
        try await link.driver.withControl(limits.limits) { control in
          report(.leased)
          try await TaskScope.with { orders in
            let lease = ControlLease(control, limits, orders, expiry: expiry, now: now)
            state.withLock { $0.lease = lease }
            orders.start { await lease.watch() }
            try await lease.run(clock, body)
          }
        }
      } catch { failure = error }
      state.withLock { state in
        state.isLeased = false
        state.lease = nil
        if case MachineError.linkLostWhileRunning? = failure as? MachineError { state.hasPendingStop = true }
      }
      // The belt of a lease that was canceled or expired is stopped.
      report(.released(failure is CancellationError || failure is Failure ? nil : failure))
      if let failure { throw failure }
    }
  }

  /// Stops the belt, even if another person has the lease, and waits until it has stopped.
  ///
  /// - Throws: ``Failure/notConnected`` without a connection: the belt is stopped over the next one.
  public func stop() async throws {
    if let lease = state.withLock({ $0.lease }) {
      do { return try await lease.order(.stop) } catch Failure.ended {}
    }
    let link = state.withLock { state in
      // A machine without a belt has nothing to stop, as far as known.
      let link = state.link.flatMap { $0.driver.hasControllableBelt ? $0 : nil }
      if link == nil { state.hasPendingStop = true }
      return link
    }
    guard let link else { throw Failure.notConnected }
    do {
      try await link.requests.run(orThrow: Failure.notConnected) { try await link.driver.stopBelt() }
    } catch Failure.notConnected {
      // That connection has just ended.
      try await stop()
    } catch let error as BluetoothError {
      // The connection was lost during the stop.
      state.withLock { $0.hasPendingStop = true }
      throw error
    }
  }

  /// Calls `body` while a connected machine can be leased and stopped, and returns when its belt has stopped. A pending
  /// stop is sent first; only then can the machine be leased. `body` must return when the connection has ended.
  public func run(_ driver: some MachineControlling, _ body: () async throws -> Void) async throws {
    let isControllable = driver.hasControllableBelt
    defer { report(.disconnected) }
    try await TaskScope.with { requests in
      let (run, hasPendingStop) = state.withLock { state in
        state.runCount += 1
        if driver.isControllable, !state.hasPendingStop { state.link = (driver, requests) }
        // A belt that Halo started is stopped whatever the machine seems to be.
        return (state.runCount, driver.isControllable && state.hasPendingStop)
      }
      defer {
        state.withLock { state in
          state.link = nil
          state.runCount += 1
        }
      }
      if hasPendingStop {
        requests.start { [self] in
          do {
            try await driver.stopBelt()
            state.withLock { $0.hasPendingStop = false }
            report(.stoppedAfterLoss)
          } catch { report(.released(error)) }
          open(driver, requests, run)
        }
      } else {
        report(.connected(isControllable: isControllable))
        if driver.isControllable, !isControllable {
          requests.start { [self] in
            // A belt may be known by the data that it sends when it is started.
            try? await driver.withEvents { events in
              for await event in events where driver.hasControllableBelt {
                if case .record = event { return open(driver, requests, run) }
              }
            }
          }
        }
      }
      try await body()
    }
  }
  /// Lets a connected machine be leased, unless its connection has ended in the meantime.
  private func open(_ driver: some MachineControlling, _ requests: TaskScope, _ run: Int) {
    let isOpen = state.withLock { state in
      guard state.runCount == run else { return false }
      state.link = (driver, requests)
      return true
    }
    if isOpen { report(.connected(isControllable: true)) }
  }
}
