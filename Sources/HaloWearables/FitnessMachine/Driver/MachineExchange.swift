import HaloBluetooth
import Synchronization

extension FitnessMachine {
  /// Operations and answers over a machine's link, one at a time, and everything that it says by itself.
  final class MachineExchange: Sendable {
    private typealias Answers = AsyncThrowingStream<ControlPoint.Result, any Error>

    private struct Shared {
      var machine = MachineState()
      var assembler = RecordAssembler()
      var lost: (any Error)?
      var open: (operation: UInt8, waiter: Answers.Continuation)?
      var isBusy = false
      var turns: [CheckedContinuation<Void, Never>] = []
      var listeners: [Int: AsyncStream<MachineEvent>.Continuation] = [:]
      var nextListener = 0
    }

    /// How long a machine may take to answer. Others wait two seconds; slow links take one of them.
    private static let patience = Duration.seconds(3)

    let connection: any Connection
    let clock: any Clock<Duration>
    private let unit: SpeedUnit
    private let controlPoint: Characteristic?
    private let shared = Mutex(Shared())

    init(
      connection: any Connection, clock: any Clock<Duration>, unit: SpeedUnit, controlPoint: Characteristic?
    ) {
      self.connection = connection
      self.clock = clock
      self.unit = unit
      self.controlPoint = controlPoint
    }

    /// What is known of the machine.
    var state: MachineState { shared.withLock { $0.machine } }

    /// What the link was lost with; `nil` while it lasts.
    var lost: (any Error)? { shared.withLock { $0.lost } }

    func change(_ body: (inout MachineState) -> Void) { shared.withLock { body(&$0.machine) } }

    // MARK: What the machine says

    /// Takes in what comes until the link ends.
    func pump(_ values: AsyncThrowingStream<ReceivedValue, any Error>, of characteristic: BluetoothUUID) async {
      do {
        for try await value in values { receive(value, of: characteristic) }
        lose(BluetoothError(.read, device: connection.label, .disconnected))
      } catch {
        lose(error)
      }
    }

    /// Takes in a value that came, or was read.
    func receive(_ value: ReceivedValue, of characteristic: BluetoothUUID) {
      shared.withLock { shared in
        switch characteristic {
        case GATT.controlPoint:
          guard case .response(let operation, let result, _) = ControlPoint(value: value.bytes),
            let open = shared.open, open.operation == operation
          else { return }
          shared.open = nil
          open.waiter.yield(result)
          open.waiter.finish()
        case GATT.status:
          guard let status = MachineStatus(value: value.bytes) else { return }
          shared.machine.take(status)
          Self.tell(.status(status), &shared)
        case GATT.trainingStatus:
          guard let training = TrainingStatus(value: value.bytes) else { return }
          shared.machine.training = training
          Self.tell(.training(training), &shared)
        default:
          guard let machine = Machine(dataCharacteristic: characteristic),
            let data = MachineData(machine, value: value.bytes),
            let record = shared.assembler.receive(data, frame: value.frame)?.inKilometers(from: unit)
          else { return }
          shared.machine.take(record)
          Self.tell(.record(record), &shared)
        }
      }
    }

    private static func tell(_ event: MachineEvent, _ shared: inout Shared) {
      for listener in shared.listeners.values { listener.yield(event) }
    }

    /// What the machine says from now on, until `stop` is called or the link is lost. Who is slow misses the oldest.
    func listen() -> (events: AsyncStream<MachineEvent>, stop: @Sendable () -> Void) {
      let (events, continuation) = AsyncStream<MachineEvent>.makeStream(bufferingPolicy: .bufferingNewest(600))
      let id = shared.withLock { shared in
        shared.nextListener += 1
        if shared.lost == nil { shared.listeners[shared.nextListener] = continuation } else { continuation.finish() }
        return shared.nextListener
      }
      return (events, { self.shared.withLock { $0.listeners.removeValue(forKey: id) }?.finish() })
    }

    private func lose(_ error: any Error) {
      let (listeners, open) = shared.withLock { shared in
        shared.lost = shared.lost ?? error
        defer {
          shared.listeners.removeAll()
          shared.open = nil
        }
        return ([AsyncStream<MachineEvent>.Continuation](shared.listeners.values), shared.open)
      }
      open?.waiter.finish(throwing: error)
      for listener in listeners { listener.finish() }
    }

    // MARK: What it is told

    /// Which of a person's wishes something belongs to.
    struct Wish: Sendable {
      /// How often the belt had been wished to halt.
      let halts: Int
      /// How often a speed had been wished for; `nil` where it is about something else.
      let speeds: Int?
    }

    /// A wish for a speed, which overtakes those before.
    func wishForSpeed() -> Wish {
      shared.withLock { shared in
        shared.machine.speedCount += 1
        return Wish(halts: shared.machine.haltCount, speeds: shared.machine.speedCount)
      }
    }

    /// Whether nothing else was wished for since.
    func isLatest(_ wish: Wish) -> Bool {
      let state = state
      return state.haltCount == wish.halts && (wish.speeds ?? state.speedCount) == state.speedCount
    }

    /// Sends a command when no other is under way, and waits for the machine's answer: to its end, even where the task is cancelled,
    /// so that no answer is taken for that of a later command.
    ///
    /// Where something else was wished for since `wish`, the command is not sent: it would set a belt in motion that was to stand, or
    /// make one faster that was to become slower.
    ///
    /// - Throws: ``MachineError``, or the error that the link was lost with.
    func perform(_ command: MachineCommand, for wish: Wish? = nil) async throws {
      try await TaskScope.shielded {
        await self.takeTurn()
        defer { self.giveTurn() }
        if let wish, !self.isLatest(wish) { throw MachineError.overtaken(device: self.connection.label) }
        try await self.send(command)
      }
    }

    private func send(_ command: MachineCommand) async throws {
      guard let controlPoint else { throw MachineError.cannot(device: connection.label, what: "be controlled") }
      let (answers, waiter) = Answers.makeStream()
      // The answer may be here before the write is confirmed, so waiting for it begins first.
      try shared.withLock { shared in
        if let lost = shared.lost { throw lost }
        shared.open = (command.operation, waiter)
      }
      defer { shared.withLock { $0.open = nil } }
      let result = try await TimeLimit.within(Self.patience, clock) {
        do {
          try await self.connection.write(command.bytes, to: controlPoint, withResponse: true)
        } catch let error as BluetoothError where error.reason == .attribute(code: 0x80) {
          // Some say on this layer already that control is not theirs to give.
          return ControlPoint.Result.controlNotPermitted
        }
        for try await result in answers { return result }
        throw CancellationError()
      }
      switch result {
      case .success: return
      case .controlNotPermitted:
        shared.withLock { $0.machine.hasControl = false }
        throw MachineError.controlLost(device: connection.label)
      case let result?: throw MachineError.refused(device: connection.label, what: command.words, result)
      case nil: throw MachineError.unanswered(device: connection.label, what: command.words)
      }
    }

    /// Tells a machine to stop whose answers cannot be taken in any more although its link is there, as on a full disk.
    func stopUnheard() async {
      guard let controlPoint, let lost, !(lost is BluetoothError) else { return }
      _ = try? await TaskScope.shielded {
        try await self.connection.write(MachineCommand.stop.bytes, to: controlPoint, withResponse: true)
      }
    }

    private func takeTurn() async {
      await withCheckedContinuation { turn in
        let isFree = shared.withLock { shared in
          if !shared.isBusy {
            shared.isBusy = true
            return true
          }
          shared.turns.append(turn)
          return false
        }
        if isFree { turn.resume() }
      }
    }

    private func giveTurn() {
      let next = shared.withLock { shared -> CheckedContinuation<Void, Never>? in
        if !shared.turns.isEmpty { return shared.turns.removeFirst() }
        shared.isBusy = false
        return nil
      }
      next?.resume()
    }

    // MARK: Waiting

    /// Waits until the machine's state is as wished; `false` where that takes longer than `time`.
    ///
    /// - Throws: The error that the link was lost with, and `CancellationError`.
    func wait(_ time: Duration, until isWished: (MachineState) -> Bool) async throws -> Bool {
      let tick = Duration.milliseconds(100)
      var waited = Duration.zero
      while true {
        let (state, lost) = shared.withLock { ($0.machine, $0.lost) }
        if isWished(state) { return true }
        if let lost { throw lost }
        if waited >= time { return false }
        try await clock.sleep(for: tick)
        waited += tick
      }
    }
  }
}

extension FitnessMachine.Machine {
  /// The kind whose data a characteristic carries.
  init?(dataCharacteristic: BluetoothUUID) {
    guard let machine = Self.allCases.first(where: { FitnessMachine.GATT.data(of: $0) == dataCharacteristic }) else {
      return nil
    }
    self = machine
  }
}

extension FitnessMachine.Record {
  /// The record with speeds in km/h, where the machine counts in another unit.
  func inKilometers(from unit: FitnessMachine.SpeedUnit) -> FitnessMachine.Record {
    guard unit == .milesPerHour else { return self }
    var values = values
    for quantity in [FitnessMachine.Quantity.speed, .averageSpeed] {
      guard let value = values[quantity] else { continue }
      values[quantity] = FixedDecimal(Int((value.doubleValue * unit.kilometers * 100).rounded()), places: 2)
    }
    return FitnessMachine.Record(machine: machine, values: values, frames: frames)
  }
}
