public import Observation

/// The model of a machine's screen: what a treadmill, bike or rower reports, and its control.
///
/// The machine is connected while ``run()`` is active. Nothing is sent to it before the person takes control or stops it.
/// When the screen is left, control is released, which stops the belt. A belt that was running when the connection was lost
/// is never started again: it is stopped over the next connection, also after the screen was left.
@MainActor @Observable
public final class MachineModel {
  /// A value that can be changed in steps.
  public struct Setting: Sendable, Hashable, Identifiable {
    /// The target.
    public let id: MachineTarget
    /// The name, and the value in the person's unit.
    public let fact: Fact
  }

  /// The machine.
  public private(set) var device: Device
  /// True while the machine is connected.
  public private(set) var isConnected = false
  /// The reason why the connection was lost or failed, until the machine is connected again.
  public private(set) var loss: Problem?
  /// The last message: what was done, or why not.
  public private(set) var message: Phrase?
  /// True if the belt may be moving and Halo cannot stop it; the message has the next step at the machine.
  public private(set) var isUrgent = false
  /// True while the belt is being stopped.
  public private(set) var isStopping = false
  /// The person's limit for speeds, in km/h.
  public private(set) var speedLimit: Double
  /// The model of recording a workout.
  public let workout: WorkoutModel

  private let environment: ModelEnvironment
  private let machine: MachineHub.Machine
  private let following = SerialTask()
  private let controlling = SerialTask()
  private var record: MachineRecord?
  private var kind: MachineKind?
  private var lease: ControlLease?
  /// The resistance or power that was ordered and is not reported yet.
  private var wanted: [MachineTarget: Double] = [:]

  /// Creates a model of a machine; nothing is connected before ``run()``.
  public init(_ device: Device, _ environment: ModelEnvironment, workout: WorkoutModel) {
    self.device = device
    self.environment = environment
    self.workout = workout
    machine = environment.machines[device.identifier]
    speedLimit = environment.settings.current.speedLimit
  }

  // MARK: Contents

  /// The values that the machine reports now.
  public var figures: [Fact] { record.map { Fact.list($0) } ?? [] }
  /// The state of the connection as text.
  public var linkText: Phrase {
    if isControlled { return Phrase("You control \(device.name).") }
    guard isConnected else { return loss.map { Phrase("\($0.what) Trying again …") } ?? Phrase("Connecting …") }
    return canTakeControl ? Phrase("Connected") : MachineError.notControllable(device: device.name).phrase
  }
  /// True if the person controls the machine.
  public var isControlled: Bool { lease != nil }
  /// True if the person can take control.
  public var canTakeControl: Bool { isConnected && lease == nil && machine.treadmill.machine != nil }
  /// False for a machine that is known to have no belt. Otherwise a belt can be stopped at any time.
  public var canStop: Bool { lease?.hasBelt ?? kind.map { $0 == .treadmill } ?? true }
  /// True if the belt can be started: ask for confirmation first.
  public var canStart: Bool { lease?.hasBelt == true && !isMoving && !isStopping }
  /// True if the belt can be paused.
  public var canPause: Bool { lease?.hasBelt == true && isMoving }
  /// What the person confirms before a belt starts.
  public var startText: Phrase {
    Phrase(
      "The belt will run at \(speed(lease?.startingSpeed ?? 0)). Stand on the side rails and clip the safety key on.")
  }
  /// The person's limit as text.
  public var speedLimitText: Phrase { Phrase("Your limit is \(speed(speedLimit)).") }
  /// True if a workout is being recorded with this machine.
  public var isRecorded: Bool { workout.isRecording && workout.machine?.id == device.id }
  /// True if a workout can be recorded. Not during control: it needs its own connection, so the belt would stop.
  public var canRecord: Bool { !workout.isRecording && lease == nil }
  /// The unit in which the machine counts; `nil` if its model decides.
  public var unit: SpeedUnit? { device.traits.speedUnit }

  /// The values that the person can change.
  public var settings: [Setting] {
    guard let lease else { return [] }
    return [MachineTarget.speed, .inclination, .resistance, .power].compactMap { target in
      guard lease.allowed(target) != nil, let value = value(target) else { return nil }
      return Fact(Self.quantity(target), value).map { Setting(id: target, fact: $0) }
    }
  }

  // MARK: What the person does

  /// Connects to the machine and performs the person's requests until the task is canceled. Then control is released;
  /// a stop that is pending is tried for ten more minutes.
  public func run() async {
    await warnOfBeltLeftRunning()
    let events = machine.events.listen()
    following.start { await self.follow() }
    await withDiscardingTaskGroup { group in
      group.addTask { for await event in events.elements { await self.take(event) } }
      group.addTask { await self.controlling.run() }
      group.addTask { await self.following.run() }
    }
    events.stop()
    guard machine.treadmill.hasPendingStop, !isRecorded else { return }
    _ = try? await TaskScope.shielded {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.follow() }
        for _ in 0..<600 where self.machine.treadmill.hasPendingStop { try? await self.sleep(1) }
        group.cancelAll()
      }
    }
  }

  /// Takes control.
  public func takeControl() {
    message = nil
    isUrgent = false
    controlling.start { await self.control() }
  }

  /// Releases control, which stops the belt.
  public func releaseControl() { controlling.cancel() }

  /// Starts the belt at its lowest speed, or resumes after a pause.
  public func start() { order(.start(nil)) }

  /// Pauses the belt.
  public func pause() { order(.pause) }

  /// Stops the belt, in every state. A stop that cannot be sent is sent over the next connection.
  public func stop() {
    isStopping = true
    perform {
      defer { self.isStopping = false }
      for _ in 1...3 {
        do {
          try await self.machine.treadmill.stop()
          self.message = Phrase("The belt is stopped.")
          self.isUrgent = false
          return
        } catch {
          self.message = self.words(unstopped: error)
          self.isUrgent = true
          guard !self.machine.treadmill.hasPendingStop else { return }
          try await self.sleep(2)
        }
      }
    }
  }

  /// Changes a value by a number of steps, within the limits.
  public func change(_ target: MachineTarget, by steps: Int) {
    switch target {
    case .speed: order(.faster(Double(steps) * 0.5 * kilometers))
    case .inclination: order(.steeper(Double(steps) * 0.5))
    case .resistance, .power: changeEffort(target, by: Double(steps))
    case .other: break
    }
  }

  /// Changes the person's limit by whole units, except during control.
  public func changeSpeedLimit(by change: Int) {
    guard lease == nil else { return }
    let units = (speedLimit / kilometers).rounded() + Double(change)
    let limit = min(max(units, 1), (SpeedLimit.highest / kilometers).rounded(.down)) * kilometers
    speedLimit = limit
    perform { [environment] in
      try await environment.journal.perform { _ in try environment.settings.change { $0.speedLimit = limit } }
    }
  }

  /// Chooses the unit in which the machine counts; `nil` if its model decides. It is connected again.
  public func choose(_ unit: SpeedUnit?) {
    guard unit != self.unit, !isRecorded, lease == nil else { return }
    let device = device
    perform {
      self.device = try await self.environment.journal.perform { try $0.setSpeedUnit(unit, of: device) }
      self.following.start { await self.follow() }
    }
  }

  /// Starts recording a workout with the machine.
  public func startWorkout() {
    guard canRecord else { return }
    workout.machine = device
    workout.start()
    // The workout connects when this connection has ended; later, this one begins again.
    following.start { await self.follow() }
  }

  // MARK: Connection and control

  private func follow() async {
    while !Task.isCancelled {
      do {
        // The workout has the connection.
        while isRecorded { try await sleep(1) }
        try await environment.engine.followMachine(device, treadmill: machine.treadmill) { [machine] in
          machine.events.send(.workout($0))
        }
      } catch {
        if !Task.isCancelled { loss = Problem(error) }
        try? await sleep(5)
      }
    }
  }

  private func control() async {
    let limits = PersonalLimits(MachineLimits(speed: SpeedLimit(kilometersPerHour: speedLimit)), path: "")
    do { try await machine.treadmill.withLease(limits) { await self.hold($0) } } catch { note(error) }
    lease = nil
    wanted = [:]
  }

  /// Offers a lease to the person, and shows the machine's events, until the connection or the task ends.
  private nonisolated func hold(_ lease: ControlLease) async {
    await MainActor.run { self.lease = lease }
    try? await lease.machine.withEvents { events in
      for await event in events { await self.take(event, lease.limits.limits.speed) }
    }
  }

  private func take(_ event: MachineHub.Event) {
    switch event {
    case .workout(.record(let record)):
      self.record = record
      kind = record.machine
      wanted = wanted.filter { measured($0.key) != $0.value }
    case .workout(.link(device.name, .interrupted(let error, _))), .workout(.lost(device.name, let error)):
      loss = Problem(error)
      record = nil
    case .control(.connected): (isConnected, loss) = (true, nil)
    case .control(.disconnected): (isConnected, record) = (false, nil)
    case .control(.released(let error)): if let error { note(error) }
    case .control(.stoppedAfterLoss):
      message = Phrase("\(device.name) was reached again. Its belt is stopped.")
      isUrgent = false
    case .workout, .control(.leased): break
    }
  }

  private func take(_ event: MachineEvent, _ limit: SpeedLimit) {
    switch event {
    case .halted(let error), .otherUnit(let error): note(error)
    default: if let words = event.words(limit) { message = words }
    }
  }

  private func order(_ order: ControlLease.Order) {
    guard let lease else { return }
    message = nil
    isUrgent = false
    perform { try await lease.order(order) }
  }

  private func changeEffort(_ target: MachineTarget, by steps: Double) {
    guard let lease, let range = lease.allowed(target) else { return }
    let step = lease.machine.targets.first { $0.name == target.rawValue }?.step ?? 1
    let count = (((value(target) ?? range.lowerBound) - range.lowerBound) / step).rounded() + steps
    let value = min(max(range.lowerBound + count * step, range.lowerBound), range.upperBound)
    wanted[target] = value
    order(target == .power ? .power(value) : .resistance(value))
  }

  /// Performs a request beside others: a stop does not wait for them.
  private func perform(_ body: @escaping @MainActor @Sendable () async throws -> Void) {
    Task(executorPreference: TaskScope.executor) { do { try await body() } catch { await self.note(error) } }
  }

  private func warnOfBeltLeftRunning() async {
    let registry = environment.registry
    let left = try? await environment.journal.perform { try BeltLeftRunning.all(in: $0, registry) }
    guard let belt = left?.first(where: { $0.device == device.name }) else { return }
    let state = belt.speed.map { Phrase("The belt of \(belt.device) was running at \(speed($0))") }
    let what = state ?? Phrase("The belt of \(belt.device) was started")
    isUrgent = true
    message = Phrase("\(what), and Halo has not seen it stop since. \(Self.stopAtMachine)")
  }

  private nonisolated func sleep(_ seconds: Int) async throws {
    try await environment.driver.clock.sleep(for: .seconds(seconds))
  }

  // MARK: Words

  private func note(_ error: any Error) {
    let leavesBeltMoving = (error as? MachineError)?.leavesBeltMoving == true
    // An order that failed with the connection must not hide that the belt may be moving.
    guard leavesBeltMoving || !isUrgent else { return }
    switch error {
    case is CancellationError, MachineError.superseded, TreadmillController.Failure.ended: return
    case MachineError.unknownUnit(let device):
      message = Phrase("Halo does not know in which unit \(device) counts. Choose the unit of its display first.")
    case MachineError.aboveLimit, MachineError.otherUnit:
      message = Phrase(
        "\(Problem(error).what) If its display shows another speed, choose its unit before the next start.")
    default:
      message = Problem(known: error)?.phrase ?? (error as? any PhrasedError)?.phrase ?? Problem(error).phrase
    }
    isUrgent = leavesBeltMoving
    wanted = [:]
  }

  private func words(unstopped error: any Error) -> Phrase {
    let what =
      machine.treadmill.hasPendingStop
      ? Phrase("\(device.name) is not connected. Halo stops its belt as soon as it is.") : Problem(error).what
    return Phrase("\(what) \(Self.stopAtMachine)")
  }

  private static let stopAtMachine = Phrase(
    "If the belt is moving, stop it at the machine: with its button, or by pulling the safety key.")
  private var isMoving: Bool { record?[.speed] ?? 0 > 0 }
  private var units: UnitSystem { environment.profile.current.units }
  /// The km/h of one unit of speed.
  private var kilometers: Double { units == .metric ? 1 : SpeedUnit.kilometersPerMile }

  private func speed(_ kilometersPerHour: Double) -> Phrase { MeasureWording.speed(kilometersPerHour / 3.6) }

  private func value(_ target: MachineTarget) -> Double? {
    // The record is read in any case: the views are updated with it.
    let measured = measured(target)
    return switch target {
    case .speed: lease?.targetSpeed
    case .inclination: lease?.targetInclination
    default: wanted[target] ?? measured
    }
  }

  private func measured(_ target: MachineTarget) -> Double? { record?[Self.quantity(target)] }

  private static func quantity(_ target: MachineTarget) -> MachineQuantity {
    switch target {
    case .speed: .speed
    case .inclination: .inclinationPercent
    case .power: .watts
    case .resistance, .other: .resistance
    }
  }
}
