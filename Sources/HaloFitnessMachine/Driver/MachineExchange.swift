import Synchronization

extension FitnessMachine {
  /// Exchanges commands and answers with a machine, one at a time, and publishes everything that it sends.
  final class MachineExchange: Sendable {
    private struct Shared {
      var machine = MachineState()
      var assembler = RecordAssembler()
      var checks: [MachineKind: RecordCheck] = [:]
      var evidence: MachineEvidence
      /// The operation of the latest command.
      var pending: UInt8 = 0
      /// Receives the reason when Halo must stop the belt.
      var halts: AsyncStream<MachineError>.Continuation?
    }

    /// The timeout of an answer. Other programs wait two seconds, of which a slow link needs one.
    private static let timeout = AnswerTimeout(.seconds(3))

    /// The events of the machine, until the link is lost. Slow listeners miss the oldest events.
    let events = Broadcast<MachineEvent>(bufferingPolicy: .bufferingNewest(600))
    let connection: any Connection
    let clock: any Clock<Duration>
    private let time: WallTime
    /// The time since the link began.
    let now: @Sendable () -> Duration
    private let unit: SpeedUnit
    /// True if the user chose the unit.
    private let isUnitChosen: Bool
    private let controlPoint: Characteristic?
    private let requests: RequestChannel<MachineCommand>
    private let shared: Mutex<Shared>

    init(
      connection: any Connection, _ environment: DriverEnvironment, listed: [MachineKind], unit: SpeedUnit,
      controlPoint: Characteristic?
    ) {
      self.connection = connection
      shared = Mutex(
        Shared(
          evidence: MachineEvidence(
            listed: listed, advertised: environment.device.advertisedMachines)))
      clock = environment.clock
      time = environment.time
      self.unit = unit
      isUnitChosen = environment.device.speedUnit != nil
      now = clock.stopwatch()
      self.controlPoint = controlPoint
      requests = RequestChannel(device: connection.label, clock: clock)
    }

    /// The current state of the machine.
    var state: MachineState { shared.withLock { $0.machine } }

    /// The evidence about the machine's kind.
    var evidence: MachineEvidence { shared.withLock { $0.evidence } }

    /// Has the machine treated as a treadmill for the rest of the connection, because Halo controls or stops its belt.
    func controlBelt() { shared.withLock { $0.evidence.isBeltControlled = true } }

    func take(_ features: Features?) { shared.withLock { $0.evidence.features = features } }

    /// The error with which the link was lost; `nil` while it lasts.
    var lost: (any Error)? { requests.loss }

    func change<Result: Sendable>(_ body: (inout MachineState) -> Result) -> Result {
      shared.withLock { body(&$0.machine) }
    }

    // MARK: Values from the machine

    /// Processes the values of a characteristic until the link ends.
    func pump(_ values: AsyncThrowingStream<ReceivedValue, any Error>, of characteristic: BluetoothUUID) async {
      await requests.pump(values) { receive($0, of: characteristic) }
      events.finish()
    }

    /// Processes a value that was notified or read.
    func receive(_ value: ReceivedValue, of characteristic: BluetoothUUID) {
      switch characteristic {
      case GATT.controlPoint:
        let result = ControlPoint.bareResult(value.bytes)
        let pending = shared.withLock { $0.pending }
        guard
          let answer = result.map({ .response(to: pending, $0) }) ?? ControlPoint(value: value.bytes)
        else { return }
        requests.receive(answer)
      case GATT.status:
        guard let status = MachineStatus(value: value.bytes) else { return }
        change { machine in
          machine.take(status)
          guard case .changed(let setting) = status, setting.target == .speed, let number = setting.first?.doubleValue
          else { return }
          machine.beltGuard?.takeTarget([number * unit.accepted, number * unit.reported], at: now())
        }
        if let event = status.event { events.send(event) }
      default:
        guard let machine = MachineKind(dataCharacteristic: characteristic) else { return }
        let moment = time.moment
        let (event, finding) = shared.withLock { shared -> (MachineEvent?, BeltGuard.Finding?) in
          guard
            let raw = shared.assembler.receive(value.bytes, of: characteristic, frame: value.frame, at: moment)?
              .inKilometers(from: unit)
          else { return (nil, nil) }
          let record = shared.checks[machine, default: RecordCheck()].check(raw, at: moment)
          shared.evidence.take(raw)
          let speed = machine == .treadmill && !record.derived.contains(.speed) ? raw[.speed] : nil
          let finding = speed.flatMap { shared.machine.beltGuard?.take($0, at: now()) }
          guard shared.evidence.kind == machine else { return (.sideRecord(record), finding) }
          shared.machine.take(record)
          return (.record(record), finding)
        }
        if let event { events.send(event) }
        if let finding { handle(finding) }
      }
    }

    // MARK: The belt's speed

    /// Watches the belt's speed until ``endGuard()``. Returns the reason if the belt must be stopped.
    func beginGuard(limit: Double) -> AsyncStream<MachineError> {
      let (halts, halt) = AsyncStream<MachineError>.makeStream()
      shared.withLock { shared in
        shared.machine.beltGuard = BeltGuard(limit: limit, speed: shared.machine.speed ?? 0)
        shared.machine.halt = nil
        shared.halts = halt
      }
      return halts
    }

    func endGuard() {
      shared.withLock { shared in
        shared.machine.beltGuard = nil
        shared.halts?.finish()
        shared.halts = nil
      }
    }

    private func handle(_ finding: BeltGuard.Finding) {
      switch finding {
      case .setAtMachine(let speed): events.send(.speedSetAtMachine(speed))
      case .aboveLimit(let reported, let limit):
        halt(
          .aboveLimit(
            device: connection.label, reported: reported, limit: limit, unit.replacement(isFaster: true)))
      case .otherUnit(let commanded, let reported):
        let isFaster = reported > commanded
        guard let other = unit.replacement(isFaster: isFaster) else { return }
        // The user was asked if the unit was chosen, and a belt that is slower than commanded is within the limit.
        let isStopped = isFaster && !isUnitChosen
        let error = MachineError.otherUnit(
          device: connection.label, commanded: commanded, reported: reported, other, isStopped: isStopped)
        if isStopped { halt(error) } else { events.send(.otherUnit(error)) }
      }
    }

    /// Supersedes all commands, and has the belt stopped.
    private func halt(_ error: MachineError) {
      shared.withLock { shared in
        shared.machine.halt = error
        shared.machine.supersedeCommands()
        // The belt must be stopped, even if a person started it at the machine.
        shared.machine.wasStartedByHalo = true
        shared.halts?.yield(error)
      }
    }

    // MARK: Commands

    /// The request that a command belongs to, as counters of requests.
    struct TargetRequest: Sendable {
      /// The number of stop and pause requests so far.
      let stopRequests: Int
      /// The number of speed requests so far; `nil` for requests of other targets.
      let speeds: Int?
    }

    /// Registers a request for a speed in km/h that depends on the state. It supersedes earlier ones.
    func registerSpeedRequest(_ wanted: (MachineState) -> Double) -> (TargetRequest, speed: Double) {
      change { machine in
        let speed = wanted(machine)
        machine.speedRequestCount += 1
        machine.wantedSpeed = speed
        return (TargetRequest(stopRequests: machine.stopRequestCount, speeds: machine.speedRequestCount), speed)
      }
    }

    /// Returns whether no later request has superseded this one.
    func isLatest(_ targetRequest: TargetRequest) -> Bool {
      let state = state
      return state.stopRequestCount == targetRequest.stopRequests
        && (targetRequest.speeds ?? state.speedRequestCount) == state.speedRequestCount
    }

    /// The error of a command that is not sent because of a later one, or because Halo stopped the belt.
    var superseded: MachineError { state.halt ?? .superseded(device: connection.label) }

    /// Sends a command when no other is running, and waits for the machine's answer. Runs to completion even if the
    /// task is canceled, so that its answer is not mistaken for that of a later command.
    ///
    /// If `targetRequest` was superseded, the command is not sent: it could start a belt that was stopped, or speed up a belt
    /// that was slowed down.
    ///
    /// - Throws: ``MachineError``, or the error with which the link was lost.
    func perform(_ command: MachineCommand, for targetRequest: TargetRequest? = nil) async throws {
      guard let controlPoint else { throw MachineError.cannot(device: connection.label, what: Phrase("be controlled")) }
      try await TaskScope.shielded { try await self.send(command, to: controlPoint, for: targetRequest) }
    }

    private func send(_ command: MachineCommand, to controlPoint: Characteristic, for targetRequest: TargetRequest?)
      async throws
    {
      do {
        let answer = try await requests.request(command, timeout: Self.timeout) {
          if let targetRequest, !self.isLatest(targetRequest) { throw self.superseded }
          // The belt may become faster before the machine confirms the speed.
          guard case .setTarget(let target) = command, target.target == .speed else { return }
          self.change { $0.beltGuard?.expect(target.value * self.unit.accepted, at: self.now()) }
        } write: {
          self.shared.withLock { $0.pending = command.operation }
          do {
            try await self.connection.write(command.bytes, to: controlPoint, withResponse: true)
          } catch let error as BluetoothError where error.reason == .attribute(code: 0x80) {
            // Some machines refuse control when the command is written.
            throw MachineError.controlLost(device: self.connection.label)
          }
        }
        switch answer.result {
        case .success?: return
        case .controlNotPermitted?: throw MachineError.controlLost(device: connection.label)
        case let result?:
          if command.operation == Target.speed.operation { change { $0.beltGuard?.expectEarlier() } }
          throw MachineError.refused(device: connection.label, what: command.words, result.refusal)
        case nil: throw MachineError.unanswered(device: connection.label, what: command.words)
        }
      } catch is RequestTimedOut {
        throw MachineError.unanswered(device: connection.label, what: command.words)
      }
    }

    /// Sends a stop command without waiting for its answer, if the link exists but answers cannot be recorded, as on a
    /// full disk.
    func stopWithoutAnswer() async {
      if let lost, !(lost is BluetoothError) { await stopAtOnce() }
    }

    /// Sends a stop command at once, even while an earlier command waits for its answer.
    func stopAtOnce() async {
      guard let controlPoint else { return }
      _ = try? await TaskScope.shielded {
        try await self.connection.write(MachineCommand.stop.bytes, to: controlPoint, withResponse: true)
      }
    }

    // MARK: Waiting

    /// Waits until the machine's state fulfills a condition; returns `false` after the time limit.
    ///
    /// - Throws: The error with which the link was lost, and `CancellationError`.
    func wait(_ time: Duration, until condition: (MachineState) -> Bool) async throws -> Bool {
      let tick = Duration.milliseconds(100)
      var waited = Duration.zero
      while true {
        if condition(state) { return true }
        if let lost { throw lost }
        if waited >= time { return false }
        try await clock.sleep(for: tick)
        waited += tick
      }
    }
  }
}

extension FitnessMachine.MachineCommand: AnswerMatcher {
  func matches(_ answer: FitnessMachine.ControlPoint) -> Bool {
    if case .response(operation, _, _) = answer { true } else { false }
  }
}

extension FitnessMachine.ControlPoint {
  /// The result in the answer to a command.
  fileprivate var result: Result? {
    if case .response(_, let result, _) = self { result } else { nil }
  }
}

extension FitnessMachine.ControlPoint.Result {
  /// The reason of a refusal.
  fileprivate var refusal: MachineError.Refusal {
    switch self {
    case .notSupported: .notSupported
    case .invalidParameter: .invalidValue
    case .failed: .failed
    case .controlNotPermitted: .notPermitted
    case .success: .other(1)
    case .other(let code): .other(code)
    }
  }
}

extension FitnessMachine.MachineStatus {
  /// The event for listeners; `nil` for other statuses.
  fileprivate var event: MachineEvent? {
    switch self {
    case .startedOrResumed: .started
    case .stoppedOrPaused(1): .stopped
    case .stoppedOrPaused: .paused
    case .stoppedBySafetyKey: .safetyKeyPulled
    case .controlPermissionLost, .reset: .controlLost
    case .changed, .other: nil
    }
  }
}

extension MachineKind {
  private static let byCharacteristic = Dictionary(
    uniqueKeysWithValues: allCases.map { (FitnessMachine.GATT.data(of: $0), $0) })

  /// Finds the kind of machine by its data characteristic.
  init?(dataCharacteristic: BluetoothUUID) {
    guard let machine = Self.byCharacteristic[dataCharacteristic] else { return nil }
    self = machine
  }
}

extension MachineRecord {
  /// Returns the record with speeds converted to km/h.
  func inKilometers(from unit: SpeedUnit) -> MachineRecord {
    guard unit.reported != 1 else { return self }
    var values = values
    for quantity in [MachineQuantity.speed, .averageSpeed] {
      guard let value = values[quantity] else { continue }
      values[quantity] = FixedDecimal(Int((value.doubleValue * unit.reported * 100).rounded()), places: 2)
    }
    return MachineRecord(machine: machine, values: values, frames: frames, derived: derived)
  }
}
