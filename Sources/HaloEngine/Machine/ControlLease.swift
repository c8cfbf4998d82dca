import Synchronization

/// Control of a machine, such as a treadmill's belt, granted to one person at a time. When the lease has ended, the belt
/// is stopped, or an error reports why that is uncertain.
public final class ControlLease: Sendable {
  /// A command for the belt.
  public enum Order: Sendable, Hashable {
    /// Start the belt, or resume after a pause, at a speed in km/h, or at the lowest speed.
    case start(Double?)
    /// Change the speed of the running belt, in km/h.
    case speed(Double)
    /// Change the speed by an amount in km/h, within the limits of machine and person.
    case faster(Double)
    /// Set the inclination, in percent.
    case incline(Double)
    /// Change the inclination by an amount in percent, within the limits of machine and person.
    case steeper(Double)
    /// Set the resistance of a machine without a belt, in its own levels.
    case resistance(Double)
    /// Set the power of a machine without a belt, in watts.
    case power(Double)
    /// Pause the belt.
    case pause
    /// Stop the belt and wait until it has stopped.
    case stop
  }

  /// The person's limits.
  public let limits: PersonalLimits
  /// True if the machine was known to be a treadmill when control was granted. Others have no orders for a belt.
  public let hasBelt: Bool
  private let control: any MachineControl
  private let orders: TaskScope
  /// Fails with the error of an order that ended control.
  private let (failure, fail) = AsyncThrowingStream<Never, any Error>.makeStream()
  private let expiry: Duration?
  private let now: @Sendable () -> Duration
  /// The time of expiry.
  private let deadline = Mutex(Duration.zero)

  init(
    _ control: any MachineControl, _ limits: PersonalLimits, _ orders: TaskScope, expiry: Duration?,
    now: @escaping @Sendable () -> Duration
  ) {
    self.control = control
    hasBelt = control.machine.hasControllableBelt
    self.limits = limits
    self.orders = orders
    self.expiry = expiry
    self.now = now
    renew()
  }

  public var machine: any MachineControlling { control.machine }

  /// The speeds in km/h that machine and person allow; `nil` if no speed is allowed.
  public var allowedSpeeds: ClosedRange<Double>? { control.allowedSpeeds }

  /// The step between two speeds in km/h; `nil` if the machine does not report it.
  public var speedStep: Double? { control.speedStep }

  /// The speed in km/h that relative orders count from; `nil` if it is not known.
  public var targetSpeed: Double? { control.targetSpeed }

  /// The inclination in percent that relative orders count from; `nil` if it is not known.
  public var targetInclination: Double? { control.targetInclination }

  /// The machine's maximum speed in km/h, regardless of the person's limit; `nil` if the machine does not report it.
  public var fastestSpeed: Double? { control.fastestSpeed }

  /// The default starting speed in km/h; 0 if no speed is allowed.
  public var startingSpeed: Double { control.startingSpeed }

  /// The inclinations in percent that machine and person allow; `nil` if no inclination is allowed.
  public var allowedInclinations: ClosedRange<Double>? { control.allowedInclinations }

  /// The values of a target that machine and person allow; `nil` if the machine does not list the target, or no value is
  /// allowed. Resistance and power of a treadmill are not offered, because they could change its speed.
  public func allowed(_ target: MachineTarget) -> ClosedRange<Double>? {
    guard machine.targets.contains(where: { $0.name == target.rawValue }) else { return nil }
    return switch target {
    case .speed: hasBelt ? control.allowedSpeeds : nil
    case .inclination: control.allowedInclinations
    case .resistance: hasBelt ? nil : control.allowedResistances
    case .power: hasBelt ? nil : control.allowedPowers
    case .other: nil
    }
  }

  /// The step between two inclinations in percent; `nil` if the machine does not report it.
  public var inclinationStep: Double? { control.inclinationStep }

  /// Checks whether the belt may be started at a speed in km/h, by default ``startingSpeed``. Nothing is sent.
  ///
  /// - Throws: `TargetRefusal` if it may not.
  public func checkStart(at speed: Double? = nil) throws { try control.checkStart(at: speed ?? startingSpeed) }

  /// Returns whether the belt can reach a speed in km/h in the given time.
  public func reaches(_ speed: Double, within time: Duration) async throws -> Bool {
    try await control.reaches(speed, within: time)
  }

  /// Renews a lease that expires: the person is still present.
  public func renew() {
    let time = now() + (expiry ?? .zero)
    deadline.withLock { $0 = time }
  }

  /// Carries out an order and waits until it is done. Orders run concurrently: a stop does not wait for earlier orders,
  /// and a speed replaces an earlier one in progress. Canceling the task cancels any order except a stop.
  ///
  /// - Throws: ``TreadmillController/Failure``, `MachineError`, `TargetRefusal`, and the error of a lost connection. An
  ///   error that is not a refusal by ``isRefusal(_:)`` ends the lease.
  public func order(_ order: Order) async throws {
    try await orders.run(orThrow: TreadmillController.Failure.ended) {
      do { try await self.carryOut(order) } catch {
        if !Self.isRefusal(error), !(error is CancellationError) { self.fail.finish(throwing: error) }
        throw error
      }
    }
  }

  /// Returns whether an error only means that the order was not carried out. Any other error ends control.
  public static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    case is TargetRefusal, MachineError.cannot, MachineError.refused, MachineError.didNotStart, MachineError.superseded,
      MachineError.safetyKey:
      true
    default: false
    }
  }

  /// Stops the belt if it was started under this lease. The lease continues.
  ///
  /// - Throws: `MachineError` if the belt may still run.
  public func stopIfStarted() async throws { try await control.stopIfStarted() }

  /// Ends the lease when Halo stops the belt because it is too fast.
  func watch() async {
    try? await machine.withEvents { events in
      for await case .halted(let error) in events { fail.finish(throwing: error) }
    }
  }

  /// Calls `body`, and cancels it when the lease expires, an order ends control, or the task is canceled.
  ///
  /// - Throws: The first error that ended it.
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
    let needsBelt: Bool? =
      switch order {
      case .start, .speed, .faster, .pause: true
      case .resistance, .power: false
      case .incline, .steeper, .stop: nil
      }
    guard needsBelt.map({ $0 == hasBelt }) ?? true else {
      throw MachineError.cannot(device: machine.label, what: Phrase("do that: it is another kind of machine"))
    }
    switch order {
    case .start(let speed): try await control.run(at: speed ?? startingSpeed)
    case .speed(let speed): try await control.setSpeed(speed)
    case .faster(let change): try await control.changeSpeed(by: change)
    case .incline(let percent): try await control.setInclination(percent)
    case .steeper(let change): try await control.changeInclination(by: change)
    case .resistance(let level): try await control.setResistance(level)
    case .power(let watts): try await control.setPower(watts)
    case .pause: try await control.pause()
    case .stop: try await control.stop()
    }
  }
}
