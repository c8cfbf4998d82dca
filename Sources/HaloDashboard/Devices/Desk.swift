#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables
  import Synchronization

  /// Takes orders for devices, and tells what becomes of them. Orders are carried out where the desk runs and not where requests come in:
  /// a simulated radio has a time of its own.
  final class Desk: Sendable {
    /// What is being done with a device in a workout.
    static let recordingWorkout = "recording a workout"

    /// Why something is not done with a device: something else is.
    static func isBusy(_ device: Device, _ doing: String) -> APIError {
      let what =
        switch doing {
        case recordingWorkout: Phrase("\(device.name) is recording a workout now.")
        case "measuring": Phrase("\(device.name) is measuring now.")
        default: Phrase("\(device.name) is syncing now.")
        }
      return APIError(.conflict, "deviceBusy", what, advice: Phrase("Wait until that is done, or stop it."))
    }

    let engine: Engine
    let supervisor: Supervisor?
    let hub: EventHub
    /// The threads on which requests are carried out, except those for a belt.
    private static let threads = ThreadExecutor("halo.desk", threads: 4)
    private let jobs: AsyncStream<@Sendable () async -> Void>
    private let inbox: AsyncStream<@Sendable () async -> Void>.Continuation
    private let statuses = Mutex<[Int: Supervisor.Status]>([:])
    private let radioState = Mutex<Phrase?>(nil)
    private let busy = Mutex<[Int: [String]]>([:])

    init(_ engine: Engine, _ supervisor: Supervisor?, _ hub: EventHub) {
      self.engine = engine
      self.supervisor = supervisor
      self.hub = hub
      (jobs, inbox) = AsyncStream.makeStream()
    }

    /// Works until it is cancelled.
    func run() async throws {
      try await Self.threads.run { [self] in
        await withDiscardingTaskGroup { group in
          group.addTask { await self.followRadio() }
          group.addTask { await self.followSupervisor() }
          for await job in jobs { group.addTask { await job() } }
          group.cancelAll()
        }
      }
    }

    /// Does `body` on the desk's threads, and waits for it. If the caller is cancelled, so is `body`.
    func perform<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
      let work = Work()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let result = inbox.yield {
            await work.run {
              do { continuation.resume(returning: try await body()) } catch { continuation.resume(throwing: error) }
            }
          }
          if case .enqueued = result { return }
          // The desk is closed.
          continuation.resume(throwing: CancellationError())
        }
      } onCancel: {
        work.cancel()
      }
    }

    /// Begins something that goes on until it is cancelled, on threads of its own if it has some.
    func begin(on threads: ThreadExecutor? = nil, _ body: @escaping @Sendable () async -> Void) -> Work {
      let work = Work()
      inbox.yield {
        guard let threads else { return await work.run(body) }
        // It throws nothing itself.
        try? await threads.run { await work.run(body) }
      }
      return work
    }

    /// Something that goes on.
    final class Work: Sendable {
      private let end: AsyncStream<Void>
      private let continuation: AsyncStream<Void>.Continuation
      init() { (end, continuation) = AsyncStream.makeStream() }
      func cancel() { continuation.finish() }

      /// Calls `body`, and cancels it when this is cancelled.
      fileprivate func run(_ body: @escaping @Sendable () async -> Void) async {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await body() }
          group.addTask { for await _ in self.end {} }
          await group.next()
          group.cancelAll()
        }
      }
    }

    /// Orders are taken no more.
    func close() { inbox.finish() }

    /// What the supervisor says of a device.
    func status(of device: Int) -> Supervisor.Status? { statuses.withLock { $0[device] } }

    /// What is being done with a device at a person's wish: `measuring`, `syncing` and the like.
    func doing(_ device: Int) -> String? { busy.withLock { $0[device]?.last } }

    /// Whether that is being done with a device, perhaps beside something that waits for its end.
    func does(_ what: String, _ device: Int) -> Bool { busy.withLock { $0[device]?.contains(what) ?? false } }

    func began(_ what: String, _ device: Int) {
      busy.withLock { $0[device, default: []].append(what) }
      tellDevice(device)
    }

    func ended(_ what: String, _ device: Int) {
      busy.withLock { busy in
        if let place = busy[device]?.firstIndex(of: what) { busy[device]?.remove(at: place) }
      }
      tellDevice(device)
    }

    /// Why the radio cannot be used, in words; `nil` where it can.
    var radioProblem: Phrase? { radioState.withLock { $0 } }

    private func followRadio() async {
      for await state in await engine.radioStates() {
        let words: Phrase? =
          switch state {
          case .poweredOn, .unknown, .resetting: nil
          case .poweredOff: Phrase("Bluetooth is turned off on this computer. Turn it on in its settings.")
          case .unauthorized: Phrase("Halo may not use Bluetooth here. 'halo doctor' says what to do.")
          case .unsupported:
            Phrase("There is no Bluetooth adapter here that Halo can use. 'halo doctor' says why.")
          }
        let isNew = radioState.withLock { before in
          defer { before = words }
          return before != words
        }
        guard isNew else { continue }
        if let words {
          hub.tell("problem", ["device": .null, "message": .phrase(words), "advice": .null])
        }
        hub.tellChanged(["devices"], dates: [])
      }
    }

    private func followSupervisor() async {
      guard let supervisor else { return }
      for await now in await supervisor.updates() {
        let before = statuses.withLock { statuses in
          defer { statuses = Dictionary(now.map { ($0.device.id, $0) }) { $1 } }
          return statuses
        }
        for status in now where status != before[status.device.id] { tell(status, before[status.device.id]) }
        if Set(before.keys) != Set(now.map(\.device.id)) { hub.tellChanged(["devices", "settings"]) }
      }
    }

    /// Tells what is another about a device.
    private func tell(_ status: Supervisor.Status, _ before: Supervisor.Status?) {
      let device = status.device.id
      if case .syncing(let done, let total) = status.state {
        tellSync(device, "running", done: done, of: total, words: Phrase("\(done) of \(total) answers are home"))
      } else if case .connecting = status.state {
        tellSync(device, "running", words: Phrase("Connecting to \(status.device.name)"))
      }
      if let time = status.lastSync, time != before?.lastSync {
        tellSync(device, "done", words: Phrase("\(status.device.name) is synced"))
      }
      if let problem = status.problem, problem != before?.problem || status.state != before?.state,
        case .waiting = status.state
      {
        tellSync(
          device, "failed", words: Phrase("The sync of \(status.device.name) was not finished"),
          error: problem,
          advice: Phrase("What came home is kept. Keep the device near; Halo tries again by itself."))
      }
      // How far a sync is has been told.
      if case .syncing = status.state, case .syncing? = before?.state { return }
      tellDevice(device)
    }

    /// A sync's progress. `done` of `of` are answers.
    func tellSync(
      _ device: Int, _ state: String, step: String? = nil, done: Int? = nil, of total: Int? = nil, words: Phrase,
      error: Phrase? = nil, advice: Phrase? = nil
    ) {
      hub.tell(
        "sync",
        [
          "device": JSON(words: device), "state": .string(state), "step": JSON(step), "done": JSON(done),
          "of": JSON(total), "words": .phrase(words),
          "error": error.map { ["message": .phrase($0), "advice": JSON(advice)] } ?? .null,
        ])
    }

    /// What a sync, a measurement or an import changes.
    func tellNewData() {
      refresh.withLock { $0 }?()
      hub.tellChanged(["days", "nights", "heart", "activity", "workouts", "devices", "data"])
    }

    /// Set by who keeps what changes then.
    private let refresh = Mutex<(@Sendable () -> Void)?>(nil)
    func refresh(by body: @escaping @Sendable () -> Void) { refresh.withLock { $0 = body } }

    /// Set by who knows how a device looks in an answer.
    private let teller = Mutex<(@Sendable (Int) -> Void)?>(nil)
    func tellDevices(by body: @escaping @Sendable (Int) -> Void) { teller.withLock { $0 = body } }
    private func tellDevice(_ device: Int) { teller.withLock { $0 }?(device) }
  }
#endif
