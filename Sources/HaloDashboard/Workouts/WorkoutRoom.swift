#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables
  import Synchronization

  /// The workout that is recorded now, one at a time. It is the program's and no browser's: it goes on whoever looks, until somebody ends
  /// it or the program ends.
  final class WorkoutRoom: Sendable {
    /// What came of a workout.
    struct Outcome: Sendable {
      var workout: Int?
      var error: APIError?

      var json: JSON {
        let words =
          error?.what
          ?? (workout == nil
            ? Phrase(
              "Nothing was measured, so no workout was kept. A strap needs wet contacts, and a machine needs a person who moves on it."
            )
            : Phrase("The workout has ended, and is kept."))
        return ["words": .phrase(words), "workout": JSON(workout), "error": error?.eventJSON ?? .null]
      }
    }

    /// How the link with a device is.
    struct Link {
      var state = "connecting"
      var words: Phrase
    }

    /// A treadmill's belt.
    struct Belt {
      var isRunnable = false
      var isHeld = false
      /// What happened that is to be known.
      var words: Phrase?
      var isGrave = false
    }

    struct Running {
      let number: Int
      let plan: WorkoutPlan
      let begun: Moment
      let tally: WorkoutTally
      let treadmill: TreadmillController
      /// Ends it.
      let end: AsyncStream<Void>.Continuation
      let viewers = Audience(bufferingPolicy: .bufferingNewest(64))
      var isEnding = false
      var links: [Int: Link]
      /// The devices that are not looked for yet.
      var unbegun: Set<Int>
      /// Those that wait until it has begun, which is told by `nil`, or for what came of it.
      var waiting: [AsyncStream<Outcome?>.Continuation] = []
      var record: MachineRecord?
      var heart: LiveReading?
      var belt: Belt?
      var lease: PageLease?
    }

    private struct State {
      var running: Running?
      var latest: Outcome?
      var next = 0
    }

    let desk: Desk
    let timing: BeltLeaseTiming
    private let state = Mutex(State())

    init(_ desk: Desk, belt timing: BeltLeaseTiming) {
      self.desk = desk
      self.timing = timing
    }

    // MARK: Begin and end

    /// Begins to record; what runs then.
    func begin(_ plan: WorkoutPlan) async throws -> JSON {
      let (end, ended) = AsyncStream<Void>.makeStream()
      let (signs, sign) = AsyncStream<Outcome?>.makeStream()
      let number = try state.withLock { state -> Int in
        if let running = state.running {
          throw APIError(
            .conflict, "workoutRuns", running.plan.words, advice: Phrase("End it first."))
        }
        for device in plan.devices { try check(device) }
        state.next += 1
        let number = state.next
        // Pages expire by the time of browsers, and not of the radio.
        let treadmill = TreadmillController(clock: ThreadClock()) { [weak self] in self?.take($0, number) }
        state.running = Running(
          number: number, plan: plan, begun: desk.engine.moment, tally: WorkoutTally(kind: plan.kind),
          treadmill: treadmill, end: ended,
          links: Dictionary(plan.devices.map { ($0.id, Link(words: Phrase("Looking for it …"))) }) { $1 },
          unbegun: Set(plan.devices.map(\.id)), waiting: [sign])
        return number
      }
      _ = desk.begin(on: TreadmillController.threads) { await self.record(number, plan, until: end) }
      for await sign in signs {
        if let error = sign?.error { throw error }
        return json
      }
      throw CancellationError()
    }

    /// Ends the workout, where one is recorded, and waits for what came of it. A belt that moves is stopped first.
    func end() async throws -> JSON {
      let (signs, sign) = AsyncStream<Outcome?>.makeStream()
      try change { running in
        running.isEnding = true
        running.waiting.append(sign)
        running.end.finish()
      }
      tellState()
      for await sign in signs {
        if let sign { return sign.json }
      }
      throw CancellationError()
    }

    /// Throws where something else is being done with a device.
    private func check(_ device: Device) throws {
      var doing = desk.doing(device.id)
      if case .syncing? = desk.status(of: device.id)?.state { doing = "syncing" }
      if let doing { throw Desk.isBusy(device, doing) }
    }

    private func record(_ number: Int, _ plan: WorkoutPlan, until end: AsyncStream<Void>) async {
      // One reading of the clock: the workout in the journal is found by the beginning that is shown here.
      guard let (treadmill, begun) = try? change({ ($0.treadmill, $0.begun) }) else { return }
      for device in plan.devices { desk.began(Desk.recordingWorkout, device.id) }
      tellBegunOrEnded()
      var outcome = Outcome()
      do {
        outcome.workout = try await desk.engine.recordWorkout(
          plan.kind, machine: plan.machine, heart: plan.heart, of: plan.wearer, from: begun,
          treadmill: treadmill
        ) {
          for await _ in end {}
        } report: {
          self.take($0, plan)
        }?.id
      } catch {
        outcome.error = APIError(error)
        // What was measured until then is kept.
        let kept = try? await desk.engine.journal.perform { try $0.workouts(of: plan.wearer) }
        outcome.workout = kept?.last { $0.workout.start == begun }?.id
      }
      for device in plan.devices { desk.ended(Desk.recordingWorkout, device.id) }
      let ended = state.withLock { state in
        defer {
          state.running = nil
          state.latest = outcome
        }
        return state.running
      }
      ended?.viewers.send { _ in Self.event("end", outcome.json) }
      ended?.viewers.finish()
      for each in ended?.waiting ?? [] {
        each.yield(outcome)
        each.finish()
      }
      tellBegunOrEnded()
    }

    // MARK: What others see

    /// The workout that is recorded, with the latest of what is measured; null where none is.
    var json: JSON { state.withLock { $0.running.map { json($0, now: desk.engine.moment) } ?? .null } }

    /// The same in brief.
    var brief: JSON {
      state.withLock { state in
        guard let running = state.running else { return .null }
        return [
          "number": JSON(running.number), "wearer": .string(running.plan.wearer), "start": JSON(words: running.begun),
          "words": .phrase(running.plan.words),
        ]
      }
    }

    private func tellBegunOrEnded() { desk.hub.tell("workout", ["workout": brief]) }

    /// What happens in the workout from now on; what came of the last one, where none is recorded.
    func watch() -> AsyncStream<String> {
      let now = desk.engine.moment
      return state.withLock { state in
        if let running = state.running {
          let first = "retry: 2000\n" + Self.event("state", json(running, now: now))
          return running.viewers.listen(startingWith: [first])
        }
        let outcome =
          state.latest?.json
          ?? ["words": .phrase(Phrase("No workout is being recorded now.")), "workout": .null, "error": .null]
        let viewers = Audience()
        viewers.finish()
        return viewers.listen(startingWith: [Self.event("end", outcome)])
      }
    }

    static func event(_ name: String, _ data: JSON) -> String {
      "event: \(name)\ndata: \(String(decoding: data.bytes, as: UTF8.self))\n\n"
    }

    private func tellState() {
      let now = desk.engine.moment
      state.withLock { state in
        guard let running = state.running else { return }
        running.viewers.send { _ in Self.event("state", json(running, now: now)) }
      }
    }

    private func tellValues() {
      let now = desk.engine.moment
      state.withLock { state in
        guard let running = state.running, running.viewers.count > 0 else { return }
        running.viewers.send { _ in Self.event("values", Self.values(running, now: now)) }
      }
    }

    private func json(_ running: Running, now: Moment) -> JSON {
      let plan = running.plan
      func device(_ device: Device?) -> JSON {
        guard let device, let link = running.links[device.id] else { return .null }
        return [
          "id": JSON(words: device.id), "name": .string(device.name),
          "kind": .string(desk.engine.registry.kind(of: device.family).rawValue),
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
            "grave": .bool(belt.isGrave),
          ]
        } ?? .null,
      ]
    }

    private static func values(_ running: Running, now: Moment) -> JSON {
      let record = running.record
      let sum = running.tally.workout(from: running.begun, to: now)
      var (rate, words): (Double?, Phrase?)
      switch running.heart?.state {
      case .value(let value): rate = value
      case .warmingUp: words = Phrase("Warming up: there is no value yet.")
      case .notWorn: words = Phrase("Not worn.")
      case .noData: words = Phrase("No beat for the moment.")
      case nil: break
      }
      if running.plan.heart == nil { rate = record?[.bpm].flatMap { $0 > 0 ? $0 : nil } }
      let zone = rate.flatMap { rate in running.plan.zones.map { $0.zone(of: rate) } }
      return [
        "seconds": .number(max(.zero, now - running.begun).measured(in: .seconds(1))),
        "heartRate": JSON(rate), "heartWords": JSON(words), "zone": JSON(zone),
        "speed": JSON(record?[.speed]), "distance": JSON(sum.meters), "incline": JSON(record?[.inclinationPercent]),
        "power": JSON(record?[.watts]),
        "cadence": JSON(record.flatMap { $0[.cadence] ?? $0[.strokeRate] ?? $0[.stepsPerMinute] }),
        "energy": JSON(sum.kilocalories),
        "moving": running.belt?.isRunnable == true ? JSON(record?[.speed].map { $0 > 0 }) : .null,
      ]
    }

    // MARK: What happens

    /// Changes the workout that is recorded.
    @discardableResult
    func change<Result: Sendable>(_ body: (inout Running) throws -> Result) throws -> Result {
      try state.withLock { state in
        guard var running = state.running else {
          throw APIError(
            .notFound, "noWorkout", Phrase("No workout is being recorded now."), advice: Phrase("Begin one first."))
        }
        // One copy less, and none of it is shared.
        state.running = nil
        defer { state.running = running }
        return try body(&running)
      }
    }

    private func take(_ event: WorkoutEvent, _ plan: WorkoutPlan) {
      switch event {
      case .record(let record):
        _ = try? change { running in
          running.tally.take(record)
          running.record = record
        }
        tellValues()
      case .heartRate(let reading):
        _ = try? change { $0.heart = reading }
        tellValues()
      case .link(let name, .connecting): take(name, plan, "connecting", Phrase("Looking for it …"))
      case .link(let name, .connected): take(name, plan, "connected", Phrase("Connected"))
      case .link(let name, .interrupted):
        take(name, plan, "lost", Phrase("The link was lost; it is looked for again."))
      case .lost(let name, _):
        take(name, plan, "lost", Phrase("It is away; it is looked for again while the workout goes on."))
      }
    }

    /// How the link with a device of that name is now.
    private func take(_ name: String, _ plan: WorkoutPlan, _ link: String, _ words: Phrase) {
      let device = plan.machine?.name == name ? plan.machine : plan.heart
      guard let device else { return }
      let begun = try? change { running -> [AsyncStream<Outcome?>.Continuation] in
        let isLooking = link == "connecting" && running.links[device.id]?.state == "lost"
        if !isLooking { running.links[device.id] = Link(state: link, words: words) }
        // What was measured before the link was lost is not what is now.
        if link != "connected" {
          if device.id == plan.machine?.id { running.record = nil } else { running.heart = nil }
        }
        running.unbegun.remove(device.id)
        return running.unbegun.isEmpty ? running.waiting : []
      }
      for each in begun ?? [] { each.yield(nil) }
      tellState()
    }

    private func take(_ event: TreadmillController.Event, _ number: Int) {
      var problem: (any Error)?
      _ = try? change { running in
        guard running.number == number else { return }
        var belt = running.belt ?? Belt()
        switch event {
        case .connected(let isControllable): belt.isRunnable = isControllable
        case .disconnected: belt.isRunnable = false
        case .leased: (belt.isHeld, belt.words, belt.isGrave) = (true, nil, false)
        case .released(let error):
          problem = error
          running.lease = nil
          (belt.isHeld, belt.words, belt.isGrave) = (
            false, error.map { APIError(belt: $0, nil).what }, Self.isGrave(error)
          )
        case .stoppedAfterLoss:
          (belt.words, belt.isGrave) = (Phrase("The treadmill was reached again, and its belt was stopped."), false)
        }
        running.belt = belt
      }
      tellState()
      if Self.isGrave(problem), let problem {
        // Whatever page somebody looks at.
        let machine = state.withLock { $0.running?.plan.machine?.id }
        let error = APIError(belt: problem, nil)
        desk.hub.tell(
          "problem", ["device": JSON(words: machine), "message": .phrase(error.what), "advice": JSON(error.next)])
      }
    }

    /// Whether a belt may run with nobody at its controls.
    private static func isGrave(_ error: (any Error)?) -> Bool {
      switch error as? MachineError {
      case .mayStillRun, .linkLostWhileRunning, .controlLost: true
      default: false
      }
    }
  }
#endif
