import HTTPTypes
import Synchronization

/// Records the current workout, one at a time. A workout belongs to the program and not to a browser: it continues
/// until a user ends it or the program ends.
final class WorkoutRecorder: Sendable {
  /// The result of a workout.
  struct Outcome: Sendable {
    var workout: Int?
    var error: APIError?

    var answer: WorkoutEndAnswer {
      let words =
        error?.what
        ?? (workout == nil
          ? Phrase(
            "Nothing was measured, so no workout was saved. A chest strap needs moist contacts, and a machine needs someone moving on it."
          )
          : Phrase("The workout has ended and was saved."))
      return WorkoutEndAnswer(words: words, workout: workout, error: error?.eventMessage)
    }
  }

  struct CurrentWorkout {
    let number: Int
    let plan: WorkoutPlan
    var live: LiveWorkout
    let treadmill: TreadmillController
    /// Ends the workout.
    let end: AsyncStream<Void>.Continuation
    let viewers = LocalizedBroadcast(bufferingPolicy: .bufferingNewest(64))
    var isEnding = false
    /// Devices that have not begun to connect.
    var pendingDevices: Set<String>
    /// Callers that wait for the start, sent as `nil`, or for the outcome.
    var waiting: [AsyncStream<Outcome?>.Continuation] = []
    var belt: WorkoutAnswer.Belt?
    var lease: PageLease?
  }

  private struct State {
    var running: CurrentWorkout?
    var latest: Outcome?
    var next = 0
    /// The number of running calls of ``withoutWorkout(_:_:)``.
    var exclusions = 0
  }

  /// The proof that no workout is being recorded and none can begin.
  struct Exclusion: Sendable {
    fileprivate init() {}
  }

  let taskRunner: DeviceTaskRunner
  let timing: BeltLeaseTiming
  let clock: any Clock<Duration>
  private let state = Mutex(State())

  init(_ taskRunner: DeviceTaskRunner, belt timing: BeltLeaseTiming, _ clock: any Clock<Duration>) {
    self.taskRunner = taskRunner
    self.timing = timing
    self.clock = clock
  }

  // MARK: Begin and end

  /// Calls `body` if no workout is being recorded; none can begin until it returns. Work that locks the journal for
  /// seconds would delay heart rates, treadmill data and a treadmill's stop. `refusal` is the error's message.
  func withoutWorkout<Value>(_ refusal: Phrase, _ body: (Exclusion) async throws -> Value) async throws -> Value {
    try state.withLock { state in
      guard state.running == nil else {
        throw APIError(.conflict, "workoutRuns", refusal, advice: Phrase("End the workout first."))
      }
      state.exclusions += 1
    }
    defer { state.withLock { $0.exclusions -= 1 } }
    return try await body(Exclusion())
  }

  /// Starts a workout and returns its state.
  func begin(_ plan: WorkoutPlan) async throws -> WorkoutAnswer? {
    let (end, ended) = AsyncStream<Void>.makeStream()
    let (signs, sign) = AsyncStream<Outcome?>.makeStream()
    let number = try state.withLock { state -> Int in
      if let running = state.running {
        throw APIError(
          .conflict, "workoutRuns", running.plan.words, advice: Phrase("End that workout first."))
      }
      guard state.exclusions == 0 else {
        throw APIError(
          .conflict, "dataChanges", Phrase("A file is being read, or data is being imported or erased."),
          advice: Phrase("Start the workout when that is done, or cancel it."))
      }
      for device in plan.devices { try check(device) }
      state.next += 1
      let number = state.next
      let treadmill = TreadmillController(clock: clock) { [weak self] in self?.take($0, number) }
      state.running = CurrentWorkout(
        number: number, plan: plan,
        live: LiveWorkout(
          plan.kind, machine: plan.machine, heart: plan.heart, at: taskRunner.engine.moment),
        treadmill: treadmill, end: ended, pendingDevices: Set(plan.devices.map(\.name)), waiting: [sign])
      return number
    }
    _ = taskRunner.begin(on: TreadmillController.threads) { await self.record(number, plan, until: end) }
    for await sign in signs {
      if let error = sign?.error { throw error }
      return answer
    }
    throw CancellationError()
  }

  /// Ends the current workout and waits for its outcome. A moving belt is stopped first.
  func end() async throws -> WorkoutEndAnswer {
    let (signs, sign) = AsyncStream<Outcome?>.makeStream()
    try change { running in
      running.isEnding = true
      running.waiting.append(sign)
      running.end.finish()
    }
    sendState()
    for await sign in signs {
      if let sign { return sign.answer }
    }
    throw CancellationError()
  }

  /// Throws if a device is busy.
  private func check(_ device: Device) throws {
    var doing = taskRunner.doing(device.id)
    if case .syncing? = taskRunner.status(of: device.id)?.state { doing = .syncing }
    if let doing { throw DeviceTaskRunner.busyError(device, doing) }
  }

  private func record(_ number: Int, _ plan: WorkoutPlan, until end: AsyncStream<Void>) async {
    // Use the same start time: the workout in the journal is found by the start that is shown here.
    guard let (treadmill, begun) = try? change({ ($0.treadmill, $0.live.begun) }) else { return }
    for device in plan.devices { taskRunner.began(.recordingWorkout, device.id) }
    sendSummary()
    var outcome = Outcome()
    do {
      outcome.workout = try await taskRunner.engine.recordWorkout(
        plan.kind, machine: plan.machine, heart: plan.heart, of: plan.wearer, from: begun,
        treadmill: treadmill
      ) {
        for await _ in end {}
      } report: {
        self.take($0)
      }?.id
    } catch {
      outcome.error = APIError(error)
      // The data measured so far is saved.
      let kept = try? await taskRunner.engine.journal.perform { try $0.workouts(of: plan.wearer) }
      outcome.workout = kept?.last { $0.workout.start == begun }?.id
    }
    for device in plan.devices { taskRunner.ended(.recordingWorkout, device.id) }
    let ended = state.withLock { state in
      defer {
        state.running = nil
        state.latest = outcome
      }
      return state.running
    }
    ended?.viewers.send("end", outcome.answer)
    ended?.viewers.finish()
    for each in ended?.waiting ?? [] {
      each.yield(outcome)
      each.finish()
    }
    sendSummary()
  }

  // MARK: State for viewers

  /// The current workout with its latest values.
  var answer: WorkoutAnswer? { state.withLock { $0.running.map { answer($0) } } }

  /// A summary of the current workout.
  var brief: WorkoutSummaryAnswer? {
    state.withLock { state in
      state.running.map {
        WorkoutSummaryAnswer(number: $0.number, wearer: $0.plan.wearer, start: $0.live.begun, words: $0.plan.words)
      }
    }
  }

  private func sendSummary() { taskRunner.hub.send("workout", CurrentWorkoutAnswer(workout: brief)) }

  /// Events of the current workout. Without a current workout, the outcome of the last one.
  func watch() -> AsyncStream<String> {
    state.withLock { state in
      if let running = state.running {
        return running.viewers.listen(startingWith: ["retry: 2000\n" + answer(running).event("state")])
      }
      let outcome =
        state.latest?.answer
        ?? WorkoutEndAnswer(words: Phrase("No workout is being recorded."), workout: nil, error: nil)
      let viewers = LocalizedBroadcast()
      viewers.finish()
      return viewers.listen(startingWith: [outcome.event("end")])
    }
  }

  func sendState() {
    state.withLock { state in
      if let running = state.running { running.viewers.send("state", answer(running)) }
    }
  }

  private func sendValues() {
    state.withLock { state in
      guard let running = state.running, running.viewers.count > 0 else { return }
      running.viewers.send("values", values(running))
    }
  }

  private func answer(_ running: CurrentWorkout) -> WorkoutAnswer {
    let plan = running.plan
    func device(_ device: Device?) -> WorkoutAnswer.Device? {
      device.flatMap { device in
        running.live.links[device.name].map {
          WorkoutAnswer.Device(device, taskRunner.engine.registry.kind(of: device.family), $0)
        }
      }
    }
    return WorkoutAnswer(
      number: running.number, sport: plan.kind, wearer: plan.wearer, start: running.live.begun,
      ending: running.isEnding, machine: device(plan.machine), heart: device(plan.heart), values: values(running),
      belt: running.belt)
  }

  private func values(_ running: CurrentWorkout) -> WorkoutAnswer.Values {
    let live = running.live
    let report = LiveWorkoutReport(
      live.record, heart: live.heartRate, totals: live.totals(at: taskRunner.engine.moment), zones: running.plan.zones)
    return Joined(
      report,
      WorkoutAnswer.Targets(
        targetSpeed: running.lease?.lease.targetSpeed, targetIncline: running.lease?.lease.targetInclination,
        moving: running.belt?.runnable == true ? report.speed.map { $0 > 0 } : nil))
  }

  // MARK: Events

  /// Changes the current workout. Throws if no workout is being recorded.
  @discardableResult
  func change<Result: Sendable>(_ body: (inout CurrentWorkout) throws -> Result) throws -> Result {
    try state.withLock { state in
      guard var running = state.running else {
        throw APIError(
          .notFound, "noWorkout", Phrase("No workout is being recorded."), advice: Phrase("Start one first."))
      }
      // Avoids a copy of the value while it is changed.
      state.running = nil
      defer { state.running = running }
      return try body(&running)
    }
  }

  private func take(_ event: WorkoutEvent) {
    let begun = try? change { running -> [AsyncStream<Outcome?>.Continuation] in
      running.live.take(event, at: taskRunner.engine.moment)
      guard let name = event.linkedDevice else { return [] }
      running.pendingDevices.remove(name)
      return running.pendingDevices.isEmpty ? running.waiting : []
    }
    for each in begun ?? [] { each.yield(nil) }
    if event.linkedDevice == nil { sendValues() } else { sendState() }
  }

  private func take(_ event: TreadmillController.Event, _ number: Int) {
    var problem: (any Error)?
    _ = try? change { running in
      guard running.number == number else { return }
      var belt = running.belt ?? WorkoutAnswer.Belt()
      switch event {
      case .connected(let isControllable): belt.runnable = isControllable
      case .disconnected: belt.runnable = false
      case .leased: (belt.held, belt.words, belt.grave) = (true, nil, false)
      case .released(let error):
        problem = error
        running.lease = nil
        belt.words = error.map { APIError(belt: $0, nil).what }
        belt.held = false
        belt.grave = Self.isCritical(error)
      case .stoppedAfterLoss:
        belt.words = Phrase("The treadmill was reconnected, and its belt was stopped.")
        belt.grave = false
      }
      running.belt = belt
    }
    sendState()
    if Self.isCritical(problem), let problem {
      // Shown on every page, whichever page is open.
      let machine = state.withLock { $0.running?.plan.machine?.id }
      let error = APIError(belt: problem, nil)
      taskRunner.hub.sendProblem(of: machine, error.what, advice: error.next)
    }
  }

  /// True if the belt may still be moving without a page in control.
  private static func isCritical(_ error: (any Error)?) -> Bool {
    (error as? MachineError)?.leavesBeltMoving == true
  }
}
