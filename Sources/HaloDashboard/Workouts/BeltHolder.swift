#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloWearables
  import Synchronization

  /// How long a page that runs a belt may be silent before the belt is stopped, and how often it is asked for a sign of life.
  struct BeltPatience: Sendable {
    var beat = Duration.seconds(3)
    var silence = Duration.seconds(12)
  }

  /// Who runs a belt: one page of one browser, for as long as it listens and gives signs of life.
  struct BeltHolder: Sendable {
    /// What its orders carry.
    let id: String
    let session: String
    let limits: PersonalLimits
    let control: any MachineControl
    /// When it was heard of last.
    var heard: ContinuousClock.Instant
  }

  extension WorkoutRoom {
    /// Throws where nobody could take the belt now.
    func checkBelt() throws {
      try change { running in
        guard running.belt?.isRunnable == true else {
          throw APIError(
            .conflict, "noBelt",
            running.plan.machine == nil
              ? "This workout is recorded without a machine."
              : "There is no link now with a treadmill that lets itself be run.",
            advice: "Wait until it is connected. At the machine, its own buttons work.")
        }
        guard !running.isEnding else { throw APIError(.conflict, "workoutEnds", "The workout is just ending.") }
        if running.belt?.isHeld == true {
          throw APIError(
            .conflict, "beltHeld", "Another page runs the belt, or is just leaving it.",
            advice: "Let it go there first. Stop works here as well.")
        }
      }
    }

    /// Takes the belt for a page, until it leaves or is silent for too long. The belt stands afterwards.
    func hold(session: String, _ limits: PersonalLimits) -> AsyncStream<String> {
      let (stream, viewer) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(64))
      let id = Secret.random()
      let work = desk.begin(on: TreadmillHelm.threads) {
        var words = "The belt was let go, and stands."
        var problem: APIError?
        do {
          let helm = try self.change { $0.helm }
          guard let helm else { throw TreadmillHelm.Failure.away }
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
              try await helm.hold(limits.limits) { control in
                let holder = BeltHolder(id: id, session: session, limits: limits, control: control, heard: .now)
                _ = try? self.change { $0.holder = holder }
                viewer.yield(Self.event("control", holder.json))
              }
            }
            group.addTask { try await self.watch(id, viewer) }
            defer { group.cancelAll() }
            try await group.next()
          }
        } catch {
          let error = APIError(belt: error, limits)
          (words, problem) = (error.message, error)
        }
        viewer.yield(
          Self.event(
            "end",
            [
              "words": .string(words),
              "error": problem.map { ["message": .string($0.message), "advice": JSON($0.advice)] } ?? .null,
            ]))
        viewer.finish()
      }
      viewer.onTermination = { _ in work.cancel() }
      return stream
    }

    /// Asks the page for a sign of life, again and again; throws where there is none. A phone that left the network looks like one that is
    /// there, for a quarter of an hour.
    private func watch(_ id: String, _ viewer: AsyncStream<String>.Continuation) async throws {
      while true {
        // Time of browsers, and not of the radio.
        try await ThreadClock().sleep(for: patience.beat)
        let heard = try change { running in running.holder.flatMap { $0.id == id ? $0.heard : nil } }
        if let heard, ContinuousClock.now - heard > patience.silence {
          throw APIError(
            .conflict, "silent",
            "The page that ran the belt was silent for \(PageWords.number(patience.silence / .seconds(1))) seconds; the belt was stopped.",
            advice: "Keep the page open, and the screen on.")
        }
        viewer.yield(Self.event("beat", [:]))
      }
    }

    /// Who runs the belt, where that is the page that says `id`. It gives a sign of life by that.
    func holder(_ id: String, session: String) throws -> (holder: BeltHolder, device: String) {
      try change { running in
        guard let holder = running.holder, holder.id == id, holder.session == session else {
          throw APIError(
            .conflict, "notHeld", "This page does not run the belt any more; it was stopped.",
            advice: "Take the controls again.")
        }
        running.holder?.heard = .now
        return (holder, running.plan.machine?.name ?? "the treadmill")
      }
    }

    /// Gives an order, and waits until it is done.
    func order(_ order: TreadmillHelm.Order, _ limits: PersonalLimits?) async throws {
      let helm = try change { running in
        guard let helm = running.helm, running.belt?.isRunnable == true || order == .stop else {
          throw TreadmillHelm.Failure.away
        }
        return helm
      }
      do {
        if order == .stop { try await helm.stop() } else { try await helm.order(order) }
      } catch { throw APIError(belt: error, limits) }
    }
  }

  extension BeltHolder {
    /// What its page has to know.
    var json: JSON {
      func range(_ range: ClosedRange<Double>?, _ step: Double?) -> JSON {
        range.map { ["low": .number($0.lowerBound), "high": .number($0.upperBound), "step": JSON(step)] } ?? .null
      }
      let own = limits.limits.speed.kilometersPerHour
      return [
        "control": .string(id), "start": .number(control.startingSpeed),
        "speeds": range(control.allowedSpeeds, control.speedStep),
        "inclines": range(control.allowedInclinations, control.inclinationStep),
        "words": .string(
          control.fastestSpeed.map { $0 > own } ?? true
            ? "Your own limit is \(PageWords.number(own)) km/h; 'speedLimit' in \(limits.path) sets it."
            : "Within what the machine takes."),
      ]
    }
  }

  extension APIError {
    /// The words for what went wrong with a belt.
    init(belt error: any Error, _ limits: PersonalLimits?) {
      switch error {
      case let error as TargetRefusal:
        self.init(.badRequest, "beyondLimit", "\(error)", advice: limits?.advice(error))
      case let error as TreadmillHelm.Failure:
        self.init(.conflict, error == .held ? "beltHeld" : error == .away ? "noBelt" : "notHeld", "\(error)")
      case let error as MachineError:
        let isOvertaken = if case .overtaken = error { true } else { false }
        self.init(isOvertaken ? .conflict : .serviceUnavailable, isOvertaken ? "overtaken" : "machine", "\(error)")
      default: self.init(error)
      }
    }
  }
#endif
