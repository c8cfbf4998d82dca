import HTTPTypes
import HaloEngine
import HaloReports
import Synchronization

/// Records the current workout, one at a time. A workout belongs to the program and not to a browser: it continues
/// until a user ends it or the program ends.
final class WorkoutRecorder: Sendable {
  /// The result of a workout.
  struct Outcome: Sendable {
    var workout: Int?
    var error: APIError?

    var json: JSON {
      let words =
        error?.what
        ?? (workout == nil
          ? Phrase(
            "Nothing was measured, so no workout was saved. A chest strap needs moist contacts, and a machine needs someone moving on it."
          )
          : Phrase("The workout has ended and was saved."))
      return ["words": .phrase(words), "workout": JSON(workout), "error": error?.eventJSON ?? .null]
    }
  }

  /// The connection state of a device.
  struct Link {
    var state = "connecting"
    var words: Phrase
  }

  /// A treadmill's belt.
  struct Belt {
    var isRunnable = false
    var isHeld = false
    /// The latest message about the belt.
    var words: Phrase?
    var isCritical = false
  }

  struct CurrentWorkout {
    let number: Int
    let plan: WorkoutPlan
    let begun: Moment
    let tally: WorkoutTally
    let treadmill: TreadmillController
    /// Ends the workout.
    let end: AsyncStream<Void>.Continuation
    let viewers = LocalizedBroadcast(bufferingPolicy: .bufferingNewest(64))
    var isEnding = false
    var links: [Int: Link]
    /// Devices that have not begun to connect.
    var pendingDevices: Set<Int>
    /// Callers that wait for the start, sent as `nil`, or for the outcome.
    var waiting: [AsyncStream<Outcome?>.Continuation] = []
    var record: MachineRecord?
    var heart: LiveReading?
    var belt: Belt?
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

  /// Starts a workout and returns its JSON.
  func begin(_ plan: WorkoutPlan) async throws -> JSON {
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
        number: number, plan: plan, begun: taskRunner.engine.moment, tally: WorkoutTally(kind: plan.kind),
        treadmill: treadmill, end: ended,
        links: Dictionary(plan.devices.map { ($0.id, Link(words: Phrase("Searching …"))) }) { $1 },
        pendingDevices: Set(plan.devices.map(\.id)), waiting: [sign])
      return number
    }
    _ = taskRunner.begin(on: TreadmillController.threads) { await self.record(number, plan, until: end) }
    for await sign in signs {
      if let error = sign?.error { throw error }
      return json
    }
    throw CancellationError()
  }

  /// Ends the current workout and waits for its outcome. A moving belt is stopped first.
  func end() async throws -> JSON {
    let (signs, sign) = AsyncStream<Outcome?>.makeStream()
    try change { running in
      running.isEnding = true
      running.waiting.append(sign)
      running.end.finish()
    }
    sendState()
    for await sign in signs {
      if let sign { return sign.json }
    }
    throw CancellationError()
  }

  /// Throws if a device is busy.
  private func check(_ device: Device) throws {
    var doing = taskRunner.doing(device.id)
    if case .syncing? = taskRunner.status(of: device.id)?.state { doing = "syncing" }
    if let doing { throw DeviceTaskRunner.busyError(device, doing) }
  }

  private func record(_ number: Int, _ plan: WorkoutPlan, until end: AsyncStream<Void>) async {
    // Use the same start time: the workout in the journal is found by the start that is shown here.
    guard let (treadmill, begun) = try? change({ ($0.treadmill, $0.begun) }) else { return }
    for device in plan.devices { taskRunner.began(DeviceTaskRunner.recordingWorkout, device.id) }
    sendSummary()
    var outcome = Outcome()
    do {
      outcome.workout = try await taskRunner.engine.recordWorkout(
        plan.kind, machine: plan.machine, heart: plan.heart, of: plan.wearer, from: begun,
        treadmill: treadmill
      ) {
        for await _ in end {}
      } report: {
        self.take($0, plan)
      }?.id
    } catch {
      outcome.error = APIError(error)
      // The data measured so far is saved.
      let kept = try? await taskRunner.engine.journal.perform { try $0.workouts(of: plan.wearer) }
      outcome.workout = kept?.last { $0.workout.start == begun }?.id
    }
    for device in plan.devices { taskRunner.ended(DeviceTaskRunner.recordingWorkout, device.id) }
    let ended = state.withLock { state in
      defer {
        state.running = nil
        state.latest = outcome
      }
      return state.running
    }
    ended?.viewers.send { _ in outcome.json.event("end") }
    ended?.viewers.finish()
    for each in ended?.waiting ?? [] {
      each.yield(outcome)
      each.finish()
    }
    sendSummary()
  }

  // MARK: State for viewers

  /// The current workout with its latest values, or null.
  var json: JSON { state.withLock { $0.running.map { json($0, now: taskRunner.engine.moment) } ?? .null } }

  /// A summary of the current workout, or null.
  var brief: JSON {
    state.withLock { state in
      guard let running = state.running else { return .null }
      return [
        "number": JSON(running.number), "wearer": .string(running.plan.wearer), "start": JSON(words: running.begun),
        "words": .phrase(running.plan.words),
      ]
    }
  }

  private func sendSummary() { taskRunner.hub.send("workout", ["workout": brief]) }

  /// Events of the current workout. Without a current workout, the outcome of the last one.
  func watch() -> AsyncStream<String> {
    let now = taskRunner.engine.moment
    return state.withLock { state in
      if let running = state.running {
        let first = "retry: 2000\n" + json(running, now: now).event("state")
        return running.viewers.listen(startingWith: [first])
      }
      let outcome =
        state.latest?.json
        ?? ["words": .phrase(Phrase("No workout is being recorded.")), "workout": .null, "error": .null]
      let viewers = LocalizedBroadcast()
      viewers.finish()
      return viewers.listen(startingWith: [outcome.event("end")])
    }
  }

  func sendState() {
    let now = taskRunner.engine.moment
    state.withLock { state in
      guard let running = state.running else { return }
      running.viewers.send { _ in json(running, now: now).event("state") }
    }
  }

  private func sendValues() {
    let now = taskRunner.engine.moment
    state.withLock { state in
      guard let running = state.running, running.viewers.count > 0 else { return }
      running.viewers.send { _ in Self.values(running, now: now).event("values") }
    }
  }

  private func json(_ running: CurrentWorkout, now: Moment) -> JSON {
    let plan = running.plan
    func device(_ device: Device?) -> JSON {
      guard let device, let link = running.links[device.id] else { return .null }
      return [
        "id": JSON(words: device.id), "name": .string(device.name),
        "kind": .string(taskRunner.engine.registry.kind(of: device.family).rawValue),
        "link": .string(link.state), "words": .phrase(link.words),
      ]
    }
    return [
      "number": JSON(running.number), "sport": JSON(plan.kind?.rawValue), "wearer": .string(plan.wearer),
      "start": JSON(words: running.begun), "ending": .bool(running.isEnding), "machine": device(plan.machine),
      "heart": device(plan.heart), "values": Self.values(running, now: now),
      "belt": running.belt.map { belt in
        [
          "runnable": .bool(belt.isRunnable), "held": .bool(belt.isHeld), "words": JSON(belt.words),
          "grave": .bool(belt.isCritical),
        ]
      } ?? .null,
    ]
  }

  private static func values(_ running: CurrentWorkout, now: Moment) -> JSON {
    let record = running.record
    let sum = running.tally.workout(from: running.begun, to: now)
    var (rate, words): (Double?, Phrase?)
    switch running.heart?.state {
    case .value(let value): rate = value
    case .warmingUp, .restarted: words = Phrase("Warming up …")
    case .notWorn: words = Phrase("Not worn.")
    case .noData: words = Phrase("No heartbeat detected.")
    case nil: break
    }
    if running.plan.heart == nil { rate = record?[.bpm].flatMap { $0 > 0 ? $0 : nil } }
    let zone = rate.flatMap { rate in running.plan.zones.map { $0.zone(of: rate) } }
    let speed = record?.kilometersPerHour
    func text(_ value: Double?, _ metric: Metric) -> JSON { JSON(value.map { MeasureWording.value($0, of: metric) }) }
    return [
      "texts": [
        "heartRate": text(rate, .heartRate), "speed": text(speed.map { $0 / 3.6 }, .speed),
        "pace": JSON(record?.rowingPace.map(MeasureWording.pace)),
        "distance": JSON(sum.meters.map { MeasureWording.distance($0, digits: 2) }),
        "incline": JSON(record?[.inclinationPercent].map(MeasureWording.incline)),
        "power": text(record?[.watts], .power), "cadence": text(record?.cadence, .cadence),
        "energy": text(sum.kilocalories, .activeEnergy),
      ],
      "seconds": .number(max(.zero, now - running.begun).measured(in: .seconds(1))),
      "heartRate": JSON(rate), "heartWords": JSON(words), "zone": JSON(zone),
      "speed": JSON(speed), "distance": JSON(sum.meters), "incline": JSON(record?[.inclinationPercent]),
      "power": JSON(record?[.watts]),
      "cadence": JSON(record?.cadence),
      "energy": JSON(sum.kilocalories), "targetSpeed": JSON(running.lease?.lease.targetSpeed),
      "targetIncline": JSON(running.lease?.lease.targetInclination),
      "moving": running.belt?.isRunnable == true ? JSON(speed.map { $0 > 0 }) : .null,
    ]
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

  private func take(_ event: WorkoutEvent, _ plan: WorkoutPlan) {
    switch event {
    case .record(let record):
      _ = try? change { running in
        running.tally.take(record, at: record.time ?? taskRunner.engine.moment)
        running.record = record
      }
      sendValues()
    case .heartRate(let reading):
      _ = try? change { $0.heart = reading }
      sendValues()
    case .link(let name, .connecting): take(name, plan, "connecting", Phrase("Searching …"))
    case .link(let name, .connected): take(name, plan, "connected", Phrase("Connected"))
    case .link(let name, .interrupted):
      take(name, plan, "lost", Phrase("The connection was lost. Reconnecting …"))
    case .lost(let name, _):
      take(name, plan, "lost", Phrase("Not reachable. Halo keeps searching during the workout."))
    case .refused(let name, _):
      take(name, plan, "lost", Phrase("Pairing was refused. The workout continues without it."))
    }
  }

  /// Updates the connection state of the device with this name.
  private func take(_ name: String, _ plan: WorkoutPlan, _ link: String, _ words: Phrase) {
    let device = plan.machine?.name == name ? plan.machine : plan.heart
    guard let device else { return }
    let begun = try? change { running -> [AsyncStream<Outcome?>.Continuation] in
      let isLooking = link == "connecting" && running.links[device.id]?.state == "lost"
      if !isLooking { running.links[device.id] = Link(state: link, words: words) }
      // Values from before the connection loss are outdated.
      if link != "connected" {
        if device.id == plan.machine?.id { running.record = nil } else { running.heart = nil }
      }
      running.pendingDevices.remove(device.id)
      return running.pendingDevices.isEmpty ? running.waiting : []
    }
    for each in begun ?? [] { each.yield(nil) }
    sendState()
  }

  private func take(_ event: TreadmillController.Event, _ number: Int) {
    var problem: (any Error)?
    _ = try? change { running in
      guard running.number == number else { return }
      var belt = running.belt ?? Belt()
      switch event {
      case .connected(let isControllable): belt.isRunnable = isControllable
      case .disconnected: belt.isRunnable = false
      case .leased: (belt.isHeld, belt.words, belt.isCritical) = (true, nil, false)
      case .released(let error):
        problem = error
        running.lease = nil
        (belt.isHeld, belt.words, belt.isCritical) = (
          false, error.map { APIError(belt: $0, nil).what }, Self.isCritical(error)
        )
      case .stoppedAfterLoss:
        (belt.words, belt.isCritical) = (Phrase("The treadmill was reconnected, and its belt was stopped."), false)
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
