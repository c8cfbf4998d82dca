public import HaloText

package import HaloBluetooth
public import HaloWearables
import Synchronization

/// Controls a treadmill over its links, for one person at a time, who has a ``ControlLease``. Releasing control always stops the
/// belt. Any other person can stop it too. A belt that ran when a link was lost is stopped over the next one.
public final class TreadmillController: Sendable {
  /// A change that others may need to know.
  public enum Event: Sendable {
    /// A machine is connected; if it is a treadmill that can be controlled, it can be leased now.
    case connected(isControllable: Bool)
    /// The link has ended.
    case disconnected
    /// A person has control.
    case leased
    /// The lease has ended and the belt stands, or the error says why that is not sure.
    case released((any Error)?)
    /// A belt that ran when the link was lost was reached again, and stopped.
    case stoppedAfterLoss
  }

  /// Why an order or a request is not carried out, or why a lease has ended.
  public enum Failure: Error, Hashable, Sendable, PhrasedError {
    /// Another person has the lease.
    case leased
    /// There is no link with a treadmill that can be controlled.
    case notConnected
    /// The lease has ended.
    case ended
    /// The lease was not renewed for so long.
    case expired(Duration)

    public var phrase: Phrase {
      switch self {
      case .leased: Phrase("Another person controls this treadmill now, or is just releasing it.")
      case .notConnected:
        Phrase(
          "There is no link with the treadmill now. If its belt moves, stop it there: with its button, or by pulling the safety key."
        )
      case .ended: Phrase("Control of the treadmill was released meanwhile; its belt was stopped.")
      case .expired(let time):
        Phrase(
          "There was no sign of life for \(TargetRefusal.number(time / .seconds(1))) seconds; the belt was stopped.")
      }
    }
  }

  /// The threads on which a belt is controlled. A stop waits neither for the cooperative pool nor for the other work of the program.
  package static let threads = ThreadExecutor("halo.belt", threads: 4)

  private struct State {
    /// The machine that is connected, and what is requested of it while it is.
    var link: (driver: any MachineControlling, requests: TaskScope)?
    var isLeased = false
    /// The lease, as soon as control is granted.
    var lease: ControlLease?
    var hasPendingStop = false
    /// Changes when a run begins and when it ends.
    var runCount = 0
  }

  private let state = Mutex(State())
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Duration
  private let report: @Sendable (Event) -> Void

  /// A controller without a link. Leases expire by `clock`.
  public init(
    clock: some Clock<Duration> = ContinuousClock(), report: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    let start = clock.now
    self.clock = clock
    now = { start.duration(to: clock.now) }
    self.report = report
  }

  /// Whether a belt may run that was to be stopped. It is stopped over the next link.
  public var hasPendingStop: Bool { state.withLock { $0.hasPendingStop } }

  /// Takes control, calls `body` with the lease, and returns when the belt stands. The lease ends, and `body` is cancelled, when the task
  /// is cancelled, the link ends, an order ends control, or `expiry` has passed since the lease was granted or renewed.
  ///
  /// - Throws: ``Failure``, `MachineError`, what the link was lost with, and what `body` throws; if the belt may run, that instead.
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
            try await lease.run(clock, body)
          }
        }
      } catch { failure = error }
      state.withLock { state in
        (state.isLeased, state.lease) = (false, nil)
        if case MachineError.linkLostWhileRunning? = failure as? MachineError { state.hasPendingStop = true }
      }
      // The belt of a lease that was cancelled or expired stands.
      report(.released(failure is CancellationError || failure is Failure ? nil : failure))
      if let failure { throw failure }
    }
  }

  /// Stops the belt, also if another person has the lease, and waits until it stands.
  ///
  /// - Throws: ``Failure/notConnected`` if there is no link: it is stopped as soon as there is one again.
  public func stop() async throws {
    if let lease = state.withLock({ $0.lease }) {
      do { return try await lease.order(.stop) } catch Failure.ended {}
    }
    let link = state.withLock { state in
      if state.link == nil { state.hasPendingStop = true }
      return state.link
    }
    guard let link else { throw Failure.notConnected }
    do {
      try await link.requests.run(orThrow: Failure.notConnected) { try await link.driver.stopBelt() }
    } catch Failure.notConnected {
      // That link has just ended.
      try await stop()
    } catch let error as BluetoothError {
      // It was lost with the stop under way.
      state.withLock { $0.hasPendingStop = true }
      throw error
    }
  }

  /// Calls `body` while a machine that is connected can be leased and stopped, and returns when its belt stands. A pending stop is given
  /// first; only then can the machine be leased. `body` is to return when the link has ended.
  public func run(_ driver: some MachineControlling, _ body: () async throws -> Void) async throws {
    let isControllable = driver.machine == .treadmill && driver.isControllable
    defer { report(.disconnected) }
    try await TaskScope.with { requests in
      let (run, hasPendingStop) = state.withLock { state in
        state.runCount += 1
        if isControllable, !state.hasPendingStop { state.link = (driver, requests) }
        return (state.runCount, isControllable && state.hasPendingStop)
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
          let isOpen = state.withLock { state in
            // The link may have ended meanwhile.
            guard state.runCount == run else { return false }
            state.link = (driver, requests)
            return true
          }
          if isOpen { report(.connected(isControllable: true)) }
        }
      } else {
        report(.connected(isControllable: isControllable))
      }
      try await body()
    }
  }
}
