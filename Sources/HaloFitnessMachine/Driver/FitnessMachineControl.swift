import HaloText
import HaloBluetooth
public import HaloWearables

extension FitnessMachineDriver {
  public func withControl<Result: Sendable>(
    _ limits: MachineLimits, _ body: (any MachineControl) async throws -> Result
  ) async throws -> Result {
    guard isControllable else { throw MachineError.onlyMeasures(device: label) }
    guard let unit else { throw MachineError.unknownUnit(device: label) }
    return try await withControl(FitnessMachineControl(driver: self, limits: limits, unit: unit), body)
  }

  public func stopBelt() async throws {
    // With this limit nothing but 0 can be sent, which is 0 in every unit.
    let limits = MachineLimits(speed: SpeedLimit(kilometersPerHour: 0))
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
      try await control.leave()
      return result
    } catch {
      do { try await control.leave() } catch let leaving {
        // What is worse is said: a belt that may run is worse than the reason why somebody left.
        throw leaving
      }
      throw error
    }
  }
}

/// A machine with the Fitness Machine Service under control.
struct FitnessMachineControl: MachineControl {
  private let driver: FitnessMachineDriver
  /// What it may do.
  private let limits: MachineLimits
  private let unit: FitnessMachine.SpeedUnit

  private var exchange: FitnessMachine.MachineExchange { driver.exchange }
  private var label: String { driver.connection.label }

  private var speeds: FitnessMachine.TargetWindow {
    .speed(limits.speed, driver.speedRange, unit)
  }

  private var inclinations: FitnessMachine.TargetWindow {
    .inclination(limits.inclination, driver.inclinationRange)
  }

  /// The speeds in km/h that machine and person allow; `nil` where there is none.
  var allowedSpeeds: ClosedRange<Double>? { speeds.allowed }

  var machine: any MachineControlling { driver }

  var fastestSpeed: Double? { driver.speedRange.map { $0.maximum.doubleValue * driver.kilometersPerHourUnit } }

  var speedStep: Double? { driver.speedRange.map { $0.step.doubleValue * driver.kilometersPerHourUnit } }

  var inclinationStep: Double? { driver.inclinationRange?.step.doubleValue }

  /// The speed in km/h at which a belt is started where nobody says one: the slowest, but not less than half a kilometre an hour. 0 where
  /// none is allowed.
  var startingSpeed: Double { allowedSpeeds.map { max($0.lowerBound, 0.5) } ?? 0 }

  /// The inclinations in per cent that machine and person allow; `nil` where there is none.
  var allowedInclinations: ClosedRange<Double>? { inclinations.allowed }

  fileprivate init(driver: FitnessMachineDriver, limits: MachineLimits, unit: FitnessMachine.SpeedUnit) {
    self.driver = driver
    self.limits = limits
    self.unit = unit
  }

  /// How much faster a belt may become at once, in km/h, and how long it has for that.
  private static let ramp = (step: 1.0, pause: Duration.milliseconds(1500))

  /// Looks whether a belt may be started at a speed in km/h; nothing is sent.
  ///
  /// - Throws: ``TargetRefusal`` where it may not.
  func checkStart(at speed: Double) throws {
    _ = try speeds.allow(speed)
    guard speed > 0 else { throw TargetRefusal.standstill }
  }

  /// Sets the belt in motion, and brings it to that speed in km/h, step by step. Where it moves already, this is ``setSpeed(_:)``.
  func run(at speed: Double) async throws { try await run(at: speed, exchange.wishForSpeed()) }

  private func run(at speed: Double, _ wish: FitnessMachine.MachineExchange.Wish) async throws {
    try checkStart(at: speed)
    if exchange.state.isMoving == true { return try await setSpeed(speed, wish) }
    try check()
    let first = try speeds.allow(min(speed, max(Self.ramp.step, allowedSpeeds?.lowerBound ?? 0)))
    let starts = exchange.state.startCount
    // From here on the belt may move, whatever the machine says.
    exchange.change { $0.isOurs = true }
    // Some machines keep a speed in memory until they are started; others refuse it before.
    do { try await aim(first, speeds, wish) } catch MachineError.refused {}
    try await exchange.perform(.start, for: wish)
    let hasStarted = try await exchange.wait(.seconds(15)) {
      $0.interruption != nil || $0.isMoving == true || ($0.startCount > starts && $0.recordCount == 0)
    }
    try check()
    guard hasStarted else { throw MachineError.didNotStart(device: label) }
    // Said again, because machines that forget it begin as slowly as they can, or as fast as they were left.
    try await aim(first, speeds, wish)
    try await setSpeed(speed, wish)
  }

  /// Brings a belt that moves to a speed in km/h, step by step where it becomes faster. 0 stops it. What was wished for before, and is
  /// under way still, ends with ``MachineError/overtaken(device:)``.
  func setSpeed(_ speed: Double) async throws { try await setSpeed(speed, exchange.wishForSpeed()) }

  private func setSpeed(_ speed: Double, _ wish: FitnessMachine.MachineExchange.Wish) async throws {
    if speed == 0 { return try await stop() }
    let wanted = try speeds.allow(speed)
    guard exchange.state.isMoving == true else {
      throw MachineError.cannot(device: label, what: Phrase("change its speed while its belt stands: start it first"))
    }
    let goal = speeds.value(of: wanted)
    let state = exchange.state
    // The slower of what it was told and what it does: nobody knows what happened at its buttons.
    var now = min(state.toldSpeed ?? .infinity, state.speed ?? .infinity)
    while now.isFinite, goal > now + Self.ramp.step + 0.001 {
      now += Self.ramp.step
      if let step = try? speeds.allow(now) {
        try check()
        try await aim(step, speeds, wish)
      }
      try await exchange.clock.sleep(for: Self.ramp.pause)
      guard exchange.isLatest(wish) else { throw MachineError.overtaken(device: label) }
      guard exchange.state.isMoving == true else {
        try check()
        throw MachineError.cannot(device: label, what: Phrase("become faster, because its belt was stopped by hand"))
      }
    }
    try check()
    try await aim(wanted, speeds, wish)
  }

  /// Waits until the belt runs at a speed in km/h, a step of the machine more or less; `false` where it does not within `time`.
  func reaches(_ speed: Double, within time: Duration) async throws -> Bool {
    // The belt runs at the step that was sent for it, which may be nearly a step below.
    let goal = (try? speeds.allow(speed)).map(speeds.value) ?? speed
    return try await exchange.wait(time) { abs(($0.speed ?? -1) - goal) <= 0.15 || $0.interruption != nil }
      && exchange.state.interruption == nil
  }

  /// Sets the inclination in per cent.
  func setInclination(_ percent: Double) async throws {
    if let features = driver.features, !features.takes(.inclination), driver.inclinationRange == nil {
      throw MachineError.cannot(device: label, what: Phrase("change its inclination"))
    }
    let wanted = try inclinations.allow(percent)
    try check()
    try await aim(wanted, inclinations, otherWish)
  }

  /// The resistance levels that the machine takes; `nil` where it does not say.
  var allowedResistances: ClosedRange<Double>? {
    driver.resistanceRange.flatMap { FitnessMachine.TargetWindow.effort($0).allowed }
  }

  /// The powers in watts that the machine takes; `nil` where it does not say.
  var allowedPowers: ClosedRange<Double>? {
    driver.powerRange.flatMap { FitnessMachine.TargetWindow.effort($0).allowed }
  }

  /// Sets the resistance level, in the machine's own numbers, to the nearest of its steps that is not more.
  func setResistance(_ level: Double) async throws {
    try await setEffort(level, driver.resistanceRange, Phrase("a resistance"))
  }

  /// Sets the power in watts that the machine shall make its user give, to the nearest of its steps that is not more.
  func setPower(_ watts: Double) async throws { try await setEffort(watts, driver.powerRange, Phrase("a power")) }

  private func setEffort(_ value: Double, _ range: FitnessMachine.SupportedRange?, _ what: Phrase) async throws {
    guard let range else {
      throw MachineError.cannot(
        device: label, what: Phrase("be set to \(what): it does not report which values it accepts"))
    }
    let window = FitnessMachine.TargetWindow.effort(range)
    let wanted = try window.allow(value)
    try check()
    try await aim(wanted, window, otherWish)
  }

  /// Lets the belt stand still for a while; ``run(at:)`` goes on.
  func pause() async throws {
    exchange.change { $0.haltCount += 1 }
    try await RecordingConnection.$isUrgent.withValue(true) { try await exchange.perform(.pause) }
    exchange.change { $0.toldSpeed = nil }
  }

  /// Stops the belt, and waits until it stands. Done to its end even where the task is cancelled.
  ///
  /// - Throws: ``MachineError/mayStillRun(device:)`` where it was not seen to stand.
  func stop() async throws {
    exchange.change { $0.haltCount += 1 }
    try await RecordingConnection.$isUrgent.withValue(true) {
      do { try await stopAndWait() } catch {
        await exchange.stopUnheard()
        throw error
      }
    }
  }

  private func stopAndWait() async throws {
    let (exchange, label) = (exchange, label)
    try await TaskScope.shielded {
      let (stops, speeds) = (exchange.state.stopCount, exchange.state.speedCount)
      do {
        try await exchange.perform(.stop)
      } catch MachineError.controlLost {
        // To stop is worth asking for control again.
        try await exchange.perform(.requestControl)
        try await exchange.perform(.stop)
      } catch is MachineError {
        // It may have been lost on the way; and some know to pause alone.
        do { try await exchange.perform(.stop) } catch is MachineError { try await exchange.perform(.pause) }
      }
      // A machine that does not tell its speed is believed when it says that it stopped. A fast belt takes its time: it is waited for as
      // long as it becomes slower.
      var stands = false
      var patience = Duration.seconds(20)
      var before = Double.infinity
      while !stands, exchange.state.speed ?? 0 < before - 0.3 {
        before = exchange.state.speed ?? 0
        stands = try await exchange.wait(patience) { state in
          state.isMoving == false || (state.isMoving == nil && state.stopCount > stops)
        }
        patience = .seconds(5)
      }
      guard stands || exchange.state.isMoving == nil else { throw MachineError.mayStillRun(device: label) }
      exchange.change { state in
        // A belt that was started meanwhile is to be stopped again.
        guard state.speedCount == speeds else { return }
        state.isOurs = false
        state.toldSpeed = nil
      }
    }
  }

  // MARK: Begin and end

  /// Asks for control. A machine that does not know the question, or does not answer it, may take commands all the same.
  func request() async throws {
    guard driver.isControllable else { throw MachineError.onlyMeasures(device: label) }
    do {
      try await exchange.perform(.requestControl)
    } catch MachineError.refused(_, _, .notSupported) {
    } catch MachineError.unanswered {}
    exchange.change { state in
      state.hasControl = true
      if state.interruption == .controlLost { state.interruption = nil }
    }
  }

  /// Stops a belt that was set in motion. Done to its end even where the task is cancelled; nothing happens where the belt stands.
  func leave() async throws {
    let state = exchange.state
    guard state.isOurs else { return }
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

  /// Throws where the machine may not be told anything that moves it.
  private func check() throws {
    try driver.checkLink()
    switch exchange.state.interruption {
    case .safetyKey: throw MachineError.safetyKey(device: label)
    case .controlLost: throw MachineError.controlLost(device: label)
    case nil: break
    }
  }

  /// A wish for something that is no speed.
  private var otherWish: FitnessMachine.MachineExchange.Wish { .init(halts: exchange.state.haltCount, speeds: nil) }

  private func aim(
    _ target: FitnessMachine.AllowedTarget, _ window: FitnessMachine.TargetWindow,
    _ wish: FitnessMachine.MachineExchange.Wish
  ) async throws {
    try await exchange.perform(.aim(target), for: wish)
    if target.target == .speed {
      let speed = window.value(of: target)
      exchange.change { $0.toldSpeed = speed }
    }
  }
}
