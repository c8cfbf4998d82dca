import HTTPTypes

/// The interval of signs of life from the controlling page, and the silence after which the belt is stopped.
struct BeltLeaseTiming: Sendable {
  var beat = Duration.seconds(3)
  var expiry = Duration.seconds(12)
}

/// A page's lease of the treadmill, valid while the page is connected and sends signs of life.
struct PageLease: Sendable {
  /// Identifier that the page sends with its commands.
  let id = Secret.random()
  let session: String
  let lease: ControlLease

  /// The lease's details for its page.
  var answer: LeaseAnswer {
    func speed(_ kilometersPerHour: Double) -> Phrase { MeasureWording.speed(kilometersPerHour / 3.6) }
    let own = lease.limits.limits.speed.kilometersPerHour
    return LeaseAnswer(
      control: id, start: lease.startingSpeed, startText: speed(lease.startingSpeed),
      speeds: lease.allowedSpeeds.map { .init($0, lease.speedStep, speed) },
      inclines: lease.allowedInclinations.map { .init($0, lease.inclinationStep, MeasureWording.incline) },
      words: lease.fastestSpeed.map { $0 > own } ?? true
        ? Phrase("Your own limit is \(speed(own)). Change it with 'speedLimit' in \(lease.limits.path).")
        : Phrase("Within the limits of the machine."))
  }
}

/// What a page needs to control a treadmill.
struct LeaseAnswer: Encodable, Sendable {
  /// The allowed values of a target, and the texts of its tenths.
  struct Range: Encodable, Sendable {
    let low: Double
    let high: Double
    let step: Double?
    let texts: [Phrase]

    init(_ range: ClosedRange<Double>, _ step: Double?, _ text: (Double) -> Phrase) {
      low = range.lowerBound
      high = range.upperBound
      self.step = step
      texts = (Int((low * 10).rounded())...Int((high * 10).rounded())).map { text(Double($0) / 10) }
    }
  }

  let control: String
  let start: Double
  let startText: Phrase
  let speeds: Range?
  let inclines: Range?
  let words: Phrase
}

extension WorkoutRecorder {
  /// Throws if the belt cannot be leased.
  func checkBelt() throws {
    try change { running in
      guard running.belt?.runnable == true else {
        throw APIError(
          .conflict, "noBelt",
          running.plan.machine == nil
            ? Phrase("This workout has no machine.")
            : Phrase("No treadmill that Halo can control is connected."),
          advice: Phrase("Wait until it is connected, or use the buttons on the machine."))
      }
      guard !running.isEnding else { throw APIError(.conflict, "workoutEnds", Phrase("The workout is ending.")) }
      if running.belt?.held == true {
        throw APIError(
          .conflict, "beltHeld", Phrase("Another page is controlling the treadmill."),
          advice: Phrase("Release control there first. You can use Stop here too."))
      }
    }
  }

  /// Leases the belt to a page until the page disconnects or is silent for too long. The belt is stopped afterwards.
  func control(session: String, _ limits: PersonalLimits) -> AsyncStream<String> {
    let (viewer, events) = Viewer.make()
    let work = taskRunner.begin(on: TreadmillController.threads) {
      var problem: APIError?
      do {
        let treadmill = try self.change { $0.treadmill }
        try await treadmill.withLease(limits, expiry: self.timing.expiry) { lease in
          let held = PageLease(session: session, lease: lease)
          _ = try? self.change { $0.lease = held }
          viewer.send("control", held.answer)
          async let _: Void = self.showNotices(of: lease)
          // A phone that left the network looks connected for a quarter of an hour, so the page must send signs of
          // life.
          while true {
            try await self.clock.sleep(for: self.timing.beat)
            viewer.send("beat", [String: String]())
          }
        }
      } catch is CancellationError {
      } catch {
        problem = APIError(belt: error, limits)
      }
      viewer.send(
        "end",
        WorkoutEndAnswer(
          words: problem?.what ?? Phrase("Control was released. The belt has stopped."), workout: nil,
          error: problem?.eventMessage))
      viewer.finish()
    }
    viewer.onEnd { work.cancel() }
    return events
  }

  /// Shows what the belt's reports reveal, until the task is canceled.
  private func showNotices(of lease: ControlLease) async {
    try? await lease.machine.withEvents { events in
      for await event in events {
        guard let notice = event.notice(lease.limits.limits.speed) else { continue }
        _ = try? change { $0.belt?.words = notice }
        sendState()
      }
    }
  }

  /// Returns the lease with this `id` after renewing it, and the machine's name.
  func lease(_ id: String, session: String) throws -> (lease: ControlLease, device: String) {
    try change { running in
      guard let held = running.lease, held.id == id, held.session == session else {
        throw APIError(
          .conflict, "notHeld", Phrase("This page no longer controls the treadmill. The belt was stopped."),
          advice: Phrase("Take control again."))
      }
      held.lease.renew()
      return (held.lease, running.plan.machine?.name ?? "the treadmill")
    }
  }

  /// Sends a command and waits until it is done.
  func order(_ order: ControlLease.Order, _ lease: ControlLease) async throws {
    do {
      guard try change({ $0.belt?.runnable }) == true else { throw TreadmillController.Failure.notConnected }
      try await lease.order(order)
    } catch { throw APIError(belt: error, lease.limits) }
  }

  /// Stops the belt, whichever page controls it, and waits until it has stopped.
  func stop() async throws {
    do { try await change { $0.treadmill }.stop() } catch { throw APIError(belt: error, nil) }
  }
}

extension APIError {
  /// Converts a treadmill error to a response.
  init(belt error: any Error, _ limits: PersonalLimits?) {
    switch error {
    case let error as TargetRefusal:
      self.init(.badRequest, "beyondLimit", error.phrase, advice: limits?.advice(error))
    case TreadmillController.Failure.expired(let time):
      self.init(
        .conflict, "silent",
        Phrase(
          "The controlling page did not respond for \(MeasureWording.number(time / .seconds(1))) seconds. The belt was stopped."
        ),
        advice: Phrase("Keep the page open and the screen on."))
    case let error as TreadmillController.Failure:
      switch error {
      case .leased:
        self.init(
          .conflict, "beltHeld", Phrase("Another user is controlling this treadmill."))
      case .notConnected:
        self.init(
          .conflict, "noBelt", Phrase("The treadmill is not connected."),
          advice: Phrase("If its belt is moving, stop it with its button or by pulling the safety key."))
      case .ended, .expired:
        self.init(
          .conflict, "notHeld", Phrase("Control of the treadmill was released. Its belt was stopped."))
      }
    case let error as MachineError:
      let isOvertaken = if case .superseded = error { true } else { false }
      self.init(error)
      self = APIError(
        isOvertaken ? .conflict : .serviceUnavailable, isOvertaken ? "overtaken" : "machine", what, advice: next)
    default: self.init(error)
    }
  }
}
