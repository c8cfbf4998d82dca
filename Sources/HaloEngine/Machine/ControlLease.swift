import HaloBluetooth
public import HaloWearables
import Synchronization

/// Control of a treadmill's belt, which one person has at a time. The belt stands when it has ended, or an error says why that is not sure.
public final class ControlLease: Sendable {
  /// An order for the belt.
  public enum Order: Sendable, Hashable {
    /// Set the belt in motion, or go on after a pause: at that speed in km/h, or as slowly as it goes.
    case start(Double?)
    /// Bring the belt, which moves, to that speed in km/h.
    case speed(Double)
    /// Make the belt so many km/h faster, or slower, as far as machine and limits go.
    case faster(Double)
    /// Bring the belt to that inclination in per cent.
    case incline(Double)
    /// Make it so many per cent steeper, or flatter, as far as machine and limits go.
    case steeper(Double)
    /// Stop the belt for a while.
    case pause
    /// Stop the belt, and wait until it stands.
    case stop
  }

  /// What the person allows.
  public let limits: PersonalLimits
  private let control: any MachineControl
  private let orders: TaskScope
  /// Ends with the error of an order that ended control.
  private let (failure, fail) = AsyncThrowingStream<Never, any Error>.makeStream()
  private let expiry: Duration?
  private let now: @Sendable () -> Duration
  /// When it expires.
  private let deadline = Mutex(Duration.zero)

  init(
    _ control: any MachineControl, _ limits: PersonalLimits, _ orders: TaskScope, expiry: Duration?,
    now: @escaping @Sendable () -> Duration
  ) {
    self.control = control
    self.limits = limits
    self.orders = orders
    self.expiry = expiry
    self.now = now
    renew()
  }

  /// The machine.
  public var machine: any MachineControlling { control.machine }

  /// The speeds in km/h that machine and person allow; `nil` if there is none.
  public var allowedSpeeds: ClosedRange<Double>? { control.allowedSpeeds }

  /// The step between two speeds in km/h; `nil` if the machine does not report it.
  public var speedStep: Double? { control.speedStep }

  /// The fastest that the machine takes, in km/h, whatever the person allows; `nil` if it does not report it.
  public var fastestSpeed: Double? { control.fastestSpeed }

  /// The speed in km/h at which the belt starts if no other is asked for; 0 if none is allowed.
  public var startingSpeed: Double { control.startingSpeed }

  /// The inclinations in per cent that machine and person allow; `nil` if there is none.
  public var allowedInclinations: ClosedRange<Double>? { control.allowedInclinations }

  /// The step between two inclinations in per cent; `nil` if the machine does not report it.
  public var inclinationStep: Double? { control.inclinationStep }

  /// Checks whether the belt may be started at a speed in km/h, or at ``startingSpeed``. Nothing is sent.
  ///
  /// - Throws: `TargetRefusal` if it may not.
  public func checkStart(at speed: Double? = nil) throws { try control.checkStart(at: speed ?? startingSpeed) }

  /// Returns whether the belt comes to a speed in km/h within a time.
  public func reaches(_ speed: Double, within time: Duration) async throws -> Bool {
    try await control.reaches(speed, within: time)
  }

  /// Keeps a lease with an expiry from expiring: the person is still there.
  public func renew() {
    let time = now() + (expiry ?? .zero)
    deadline.withLock { $0 = time }
  }

  /// Gives an order, and waits until it is done. Orders run at once: a stop waits for none before it, and a speed replaces one that is
  /// under way. Cancelling the task cancels any order but a stop.
  ///
  /// - Throws: ``TreadmillController/Failure``, `MachineError`, `TargetRefusal`, and what the link was lost with. An error that is
  ///   no refusal, by ``isRefusal(_:)``, ends the lease.
  public func order(_ order: Order) async throws {
    try await orders.run(orThrow: TreadmillController.Failure.ended) {
      do { try await self.carryOut(order) } catch {
        if !Self.isRefusal(error), !(error is CancellationError) { self.fail.finish(throwing: error) }
        throw error
      }
    }
  }

  /// Returns whether an order that failed with this error was just not done. Any other error ends control.
  public static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case is TargetRefusal, MachineError.cannot, MachineError.refused, MachineError.didNotStart, MachineError.overtaken,
      MachineError.safetyKey:
      true
    default: false
    }
  }

  /// Stops the belt if it was set in motion under this lease. The lease goes on.
  ///
  /// - Throws: `MachineError` if the belt may still run.
  public func stopIfStarted() async throws { try await control.leave() }

  /// Calls `body`, and cancels it when the lease expires, an order ends control, or the task is cancelled.
  ///
  /// - Throws: What it ended with first.
  func run(
    _ clock: any Clock<Duration>, _ body: @escaping @Sendable (ControlLease) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await body(self) }
      group.addTask {
        for try await _ in self.failure {}
        throw CancellationError()
      }
      if let expiry {
        group.addTask {
          while case let rest = self.deadline.withLock({ $0 }) - self.now(), rest > .zero {
            try await clock.sleep(for: rest)
          }
          throw TreadmillController.Failure.expired(expiry)
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func carryOut(_ order: Order) async throws {
    let record = machine.record
    switch order {
    case .start(let speed): try await control.run(at: speed ?? startingSpeed)
    case .speed(let speed): try await control.setSpeed(speed)
    case .faster(let change):
      try await control.setSpeed((Self.clamp((record?[.speed] ?? 0) + change, allowedSpeeds) * 10).rounded() / 10)
    case .incline(let percent): try await control.setInclination(percent)
    case .steeper(let change):
      let wanted = (((record?[.inclinationPercent] ?? 0) + change) / 0.5).rounded() * 0.5
      try await control.setInclination(Self.clamp(wanted, allowedInclinations))
    case .pause: try await control.pause()
    case .stop: try await control.stop()
    }
  }

  /// The value, or as much of it as is allowed: a key that is pressed once too often goes as far as it can.
  private static func clamp(_ value: Double, _ range: ClosedRange<Double>?) -> Double {
    min(max(value, range?.lowerBound ?? 0), range?.upperBound ?? 0)
  }
}
