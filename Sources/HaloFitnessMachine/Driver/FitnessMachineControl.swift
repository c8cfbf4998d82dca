extension FitnessMachineDriver {
  /// Takes control, calls `body` with it, and stops the belt before it returns.
  public func withControl<Result: Sendable>(
    _ limits: MachineLimits, _ body: (any MachineControl) async throws -> Result
  ) async throws -> Result {
    guard isControllable else { throw MachineError.notControllable(device: label) }
    guard let unit else { throw MachineError.unknownUnit(device: label) }
    let control = FitnessMachineControl(driver: self, limits: limits, unit: unit)
    if exchange.evidence.hasBelt { exchange.controlBelt() }
    return try await TaskScope.with { scope in
      let halts = exchange.beginGuard(limit: limits.speed.kilometersPerHour)
      defer { exchange.endGuard() }
      scope.start { for await error in halts { await control.halt(error) } }
      do {
        let result = try await withControl(control, body)
        // The belt was stopped: report it even if `body` returned normally.
        if let error = exchange.state.halt { throw error }
        return result
      } catch {
        switch error {
        case MachineError.mayStillRun, MachineError.linkLostWhileRunning: throw error
        default: throw exchange.state.halt ?? error
        }
      }
    }
  }

  /// Takes control and stops the belt.
  public func stopBelt() async throws {
    // With this limit only 0 can be sent, which is 0 in every unit.
    let limits = MachineLimits(speed: SpeedLimit(kilometersPerHour: 0))
    exchange.controlBelt()
    try await withControl(FitnessMachineControl(driver: self, limits: limits, unit: unit ?? .specified)) {
      try await $0.stop()
    }
  }

  private func withControl<Result: Sendable>(
    _ control: FitnessMachineControl, _ body: (FitnessMachineControl) async throws -> Result
  ) async throws -> Result {
    try await control.request()
    do {
      let result = try await body(control)
      try await control.stopIfStarted()
      return result
    } catch {
      // Its error is the more important one: a belt that may run matters more than the reason for leaving.
      try await control.stopIfStarted()
      throw error
    }
  }
}

/// The control of a machine with the Fitness Machine Service.
struct FitnessMachineControl: MachineControl {
  fileprivate let driver: FitnessMachineDriver
  /// The user's limits.
  fileprivate let limits: MachineLimits
  fileprivate let unit: SpeedUnit

  private var exchange: FitnessMachine.MachineExchange { driver.exchange }
  private var label: String { driver.connection.label }

  private var speeds: FitnessMachine.TargetWindow {
    .speed(limits.speed, driver.ranges[.speed], unit)
  }

  private var inclinations: FitnessMachine.TargetWindow {
    .inclination(limits.inclination, driver.ranges[.inclination])
  }

  /// The speeds in km/h within the limits of the machine and the user; `nil` if no value is allowed.
  var allowedSpeeds: ClosedRange<Double>? { speeds.allowed }

  var machine: any MachineControlling { driver }

  var fastestSpeed: Double? { driver.ranges[.speed].map { $0.maximum.doubleValue * driver.kilometersPerHourUnit } }

  var speedStep: Double? { driver.ranges[.speed].map { $0.step.doubleValue * driver.kilometersPerHourUnit } }

  var inclinationStep: Double? { driver.ranges[.inclination]?.step.doubleValue }

  /// The default start speed in km/h: the slowest allowed, but at least 0.5 km/h. 0 if none is allowed.
  var startingSpeed: Double { allowedSpeeds.map { max($0.lowerBound, 0.5) } ?? 0 }

  /// The inclinations in percent within the limits of the machine and the user; `nil` if no value is allowed.
  var allowedInclinations: ClosedRange<Double>? { inclinations.allowed }

  /// The maximum increase of the speed per step, in km/h, and the pause after it.
  private static let ramp = (step: 1.0, pause: Duration.milliseconds(1500))

  /// Checks whether the belt may be started at a speed in km/h. Sends nothing.
  ///
  /// - Throws: ``TargetRefusal`` if it may not.
  func checkStart(at speed: Double) throws {
    _ = try speeds.allow(speed)
    guard speed > 0 else { throw TargetRefusal.standstill }
  }

  /// Starts the belt, and raises its speed step by step to `speed` in km/h. If the belt moves already, this is
  /// ``setSpeed(_:)``.
  func run(at speed: Double) async throws { try await request({ _ in speed }) { try await run(at: $0, $1) } }

  private func run(at speed: Double, _ targetRequest: FitnessMachine.MachineExchange.TargetRequest) async throws {
    try checkStart(at: speed)
    if exchange.state.isMoving == true { return try await setSpeed(speed, targetRequest) }
    try check()
    let first = try speeds.allow(min(speed, max(Self.ramp.step, allowedSpeeds?.lowerBound ?? 0)))
    let starts = exchange.state.startCount
    // From here on the belt may move, even if the machine does not confirm the start.
    exchange.change { $0.wasStartedByHalo = true }
    // Some machines store a speed until they are started; others refuse it before.
    do { try await setTarget(first, speeds, targetRequest) } catch MachineError.refused {}
    try await exchange.perform(.start, for: targetRequest)
    let hasStarted = try await exchange.wait(.seconds(15)) {
      $0.interruption != nil || $0.isMoving == true || ($0.startCount > starts && $0.recordCount == 0)
    }
    try check()
    guard hasStarted else { throw MachineError.didNotStart(device: label) }
    // Sent again, because machines that did not store it start at their lowest or last speed.
    try await setTarget(first, speeds, targetRequest)
    try await setSpeed(speed, targetRequest)
  }

  /// Changes the speed of a moving belt in km/h, step by step if it becomes faster. 0 stops the belt. An earlier
  /// command that is still running ends with ``MachineError/superseded(device:)``.
  func setSpeed(_ speed: Double) async throws { try await request({ _ in speed }) { try await setSpeed($0, $1) } }

  var targetSpeed: Double? { exchange.state.wantedSpeed ?? exchange.state.speed }

  func changeSpeed(by change: Double) async throws {
    let allowed = allowedSpeeds
    try await request { state in
      let speed = (state.wantedSpeed ?? state.speed ?? 0) + change
      return ((allowed.map { min(max(speed, $0.lowerBound), $0.upperBound) } ?? 0) * 10).rounded() / 10
    } _: {
      try await setSpeed($0, $1)
    }
  }

  /// Registers a request for a speed, and carries it out.
  private func request(
    _ wanted: (FitnessMachine.MachineState) -> Double,
    _ command: (Double, FitnessMachine.MachineExchange.TargetRequest) async throws -> Void
  ) async throws {
    let (targetRequest, speed) = exchange.registerSpeedRequest(wanted)
    do { try await command(speed, targetRequest) } catch {
      exchange.change { if $0.speedRequestCount == targetRequest.speeds { $0.wantedSpeed = nil } }
      throw error
    }
  }

  private func setSpeed(_ speed: Double, _ targetRequest: FitnessMachine.MachineExchange.TargetRequest) async throws {
    if speed == 0 { return try await stop() }
    let wanted = try speeds.allow(speed)
    guard exchange.state.isMoving == true else {
      throw MachineError.cannot(
        device: label, what: Phrase("change its speed while its belt is at rest: start it first"))
    }
    let goal = speeds.value(of: wanted)
    let state = exchange.state
    // The lower of the last commanded and the measured speed, because the machine's buttons may have changed it.
    var now = min(state.commandedSpeed ?? .infinity, state.speed ?? .infinity)
    while now.isFinite, goal > now + Self.ramp.step + 0.001 {
      now += Self.ramp.step
      if let step = try? speeds.allow(now) {
        try check()
        try await setTarget(step, speeds, targetRequest)
      }
      try await exchange.clock.sleep(for: Self.ramp.pause)
      guard exchange.isLatest(targetRequest) else { throw exchange.superseded }
      guard exchange.state.isMoving == true else {
        try check()
        throw MachineError.cannot(device: label, what: Phrase("speed up: its belt was stopped at the machine"))
      }
    }
    try check()
    try await setTarget(wanted, speeds, targetRequest)
  }

  /// Waits until the belt runs at a speed in km/h, within one step of the machine; returns `false` if it does not
  /// within `time`.
  func reaches(_ speed: Double, within time: Duration) async throws -> Bool {
    // The speed sent was rounded to the machine's steps, so it may be almost a step lower.
    let goal = (try? speeds.allow(speed)).map(speeds.value) ?? speed
    return try await exchange.wait(time) { abs(($0.speed ?? -1) - goal) <= 0.15 || $0.interruption != nil }
      && exchange.state.interruption == nil
  }

  /// Sets the inclination in percent.
  func setInclination(_ percent: Double) async throws { try await requestInclination { _ in percent } }

  var targetInclination: Double? { exchange.state.wantedInclination ?? exchange.state.record?[.inclinationPercent] }

  func changeInclination(by change: Double) async throws {
    let allowed = allowedInclinations
    try await requestInclination { state in
      let percent = (((state.wantedInclination ?? state.record?[.inclinationPercent] ?? 0) + change) * 2).rounded() / 2
      return allowed.map { min(max(percent, $0.lowerBound), $0.upperBound) } ?? 0
    }
  }

  private func requestInclination(_ wanted: (FitnessMachine.MachineState) -> Double) async throws {
    let percent = exchange.change { state in
      let percent = wanted(state)
      state.wantedInclination = percent
      return percent
    }
    do {
      if let features = driver.features, !features.supports(.inclination), driver.ranges[.inclination] == nil {
        throw MachineError.cannot(device: label, what: Phrase("change its inclination"))
      }
      let target = try inclinations.allow(percent)
      try check()
      try await setTarget(target, inclinations, otherTargetRequest)
    } catch {
      exchange.change { if $0.wantedInclination == percent { $0.wantedInclination = nil } }
      throw error
    }
  }

  /// The resistance levels that the machine accepts; `nil` if not reported.
  var allowedResistances: ClosedRange<Double>? {
    driver.ranges[.resistance].flatMap { FitnessMachine.TargetWindow.effort($0).allowed }
  }

  /// The powers in watts that the machine accepts; `nil` if not reported.
  var allowedPowers: ClosedRange<Double>? {
    driver.ranges[.power].flatMap { FitnessMachine.TargetWindow.effort($0).allowed }
  }

  /// Sets the resistance level in the machine's own unit, rounded down to its step.
  func setResistance(_ level: Double) async throws {
    try await setEffort(level, .resistance, Phrase("a resistance"))
  }

  /// Sets the target power in watts, rounded down to the machine's step.
  func setPower(_ watts: Double) async throws { try await setEffort(watts, .power, Phrase("a power")) }

  private func setEffort(_ value: Double, _ target: FitnessMachine.Target, _ what: Phrase) async throws {
    guard let range = driver.ranges[target] else {
      throw MachineError.cannot(
        device: label, what: Phrase("be set to \(what): it does not report which values it accepts"))
    }
    let window = FitnessMachine.TargetWindow.effort(range)
    let wanted = try window.allow(value)
    try check()
    try await setTarget(wanted, window, otherTargetRequest)
  }

  /// Stops the belt because it is faster than it may be. The stop is sent before earlier commands are answered.
  fileprivate func halt(_ error: MachineError) async {
    exchange.events.send(.halted(error))
    await RecordingConnection.$isUrgent.withValue(true) { await exchange.stopAtOnce() }
    try? await stop()
  }

  /// Pauses the belt; ``run(at:)`` resumes.
  func pause() async throws {
    exchange.change { $0.supersedeCommands() }
    try await RecordingConnection.$isUrgent.withValue(true) { try await exchange.perform(.pause) }
    exchange.change { $0.commandedSpeed = nil }
  }

  /// Stops the belt, and waits until it is at rest. Runs to completion even if the task is canceled.
  ///
  /// - Throws: ``MachineError/mayStillRun(device:)`` if the belt was not seen to stop.
  func stop() async throws {
    exchange.change { $0.supersedeCommands() }
    try await RecordingConnection.$isUrgent.withValue(true) {
      do { try await stopAndWait() } catch {
        await exchange.stopWithoutAnswer()
        throw error
      }
    }
  }

  private func stopAndWait() async throws {
    let exchange = exchange
    let label = label
    try await TaskScope.shielded {
      let stops = exchange.state.stopCount
      let speeds = exchange.state.speedRequestCount
      do {
        try await exchange.perform(.stop)
      } catch MachineError.controlLost {
        // A stop justifies requesting control again.
        try await exchange.perform(.requestControl)
        try await exchange.perform(.stop)
      } catch is MachineError {
        // The first command may have been lost, and some machines only support pause.
        do { try await exchange.perform(.stop) } catch is MachineError { try await exchange.perform(.pause) }
      }
      // If a machine does not report its speed, its confirmation of the stop is sufficient. A fast belt needs time:
      // wait as long as it slows down.
      var isAtRest = false
      var remainingTime = Duration.seconds(20)
      var before = Double.infinity
      while !isAtRest, exchange.state.speed ?? 0 < before - 0.3 {
        before = exchange.state.speed ?? 0
        isAtRest = try await exchange.wait(remainingTime) { state in
          state.isMoving == false || (state.isMoving == nil && state.stopCount > stops)
        }
        remainingTime = .seconds(5)
      }
      guard isAtRest || exchange.state.isMoving == nil else { throw MachineError.mayStillRun(device: label) }
      exchange.change { state in
        // The belt was started again meanwhile, and must be stopped again later.
        guard state.speedRequestCount == speeds else { return }
        state.wasStartedByHalo = false
        state.commandedSpeed = nil
      }
    }
  }

  // MARK: Taking and releasing control

  /// Requests control. Machines that do not support or answer the request may accept commands anyway.
  func request() async throws {
    guard driver.isControllable else { throw MachineError.notControllable(device: label) }
    do {
      try await exchange.perform(.requestControl)
    } catch MachineError.refused(_, _, .notSupported) {
    } catch MachineError.unanswered {}
    exchange.change { if $0.interruption == .controlLost { $0.interruption = nil } }
  }

  /// Stops a belt that was started. Runs to completion even if the task is canceled; does nothing if the belt is at
  /// rest.
  func stopIfStarted() async throws {
    let state = exchange.state
    guard state.wasStartedByHalo else { return }
    if state.interruption == .safetyKey, state.isMoving != true { return }
    do {
      try await stop()
    } catch is BluetoothError {
      throw MachineError.linkLostWhileRunning(device: label, speed: state.speed)
    } catch let error as MachineError where exchange.lost == nil {
      throw error == .mayStillRun(device: label) ? error : MachineError.mayStillRun(device: label)
    } catch {
      throw MachineError.linkLostWhileRunning(device: label, speed: state.speed)
    }
  }

  /// Throws if no command that moves the machine may be sent.
  private func check() throws {
    try driver.checkLink()
    if let halt = exchange.state.halt { throw halt }
    switch exchange.state.interruption {
    case .safetyKey: throw MachineError.safetyKey(device: label)
    case .controlLost: throw MachineError.controlLost(device: label)
    case nil: break
    }
  }

  /// Creates a request for a target other than speed.
  private var otherTargetRequest: FitnessMachine.MachineExchange.TargetRequest {
    .init(stopRequests: exchange.state.stopRequestCount, speeds: nil)
  }

  private func setTarget(
    _ target: FitnessMachine.AllowedTarget, _ window: FitnessMachine.TargetWindow,
    _ targetRequest: FitnessMachine.MachineExchange.TargetRequest
  ) async throws {
    try await exchange.perform(.setTarget(target), for: targetRequest)
    if target.target == .speed {
      let speed = window.value(of: target)
      exchange.change { $0.commandedSpeed = speed }
    }
  }
}
