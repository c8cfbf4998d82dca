#if Dashboard
  import HTTPTypes
  import HaloBluetooth
  import HaloEngine
  import HaloHealth
  import HaloJournal
  import HaloReports
  import HaloWearables

  /// How often a page that controls a belt is asked for a sign of life, and how long it may be silent before the belt is stopped.
  struct BeltLeaseTiming: Sendable {
    var beat = Duration.seconds(3)
    var expiry = Duration.seconds(12)
  }

  /// The lease of a page, for as long as it listens and gives signs of life.
  struct PageLease: Sendable {
    /// What its orders carry.
    let id = Secret.random()
    let session: String
    let lease: ControlLease

    /// What its page has to know.
    var json: JSON {
      func range(_ range: ClosedRange<Double>?, _ step: Double?) -> JSON {
        range.map { ["low": .number($0.lowerBound), "high": .number($0.upperBound), "step": JSON(step)] } ?? .null
      }
      let own = lease.limits.limits.speed.kilometersPerHour
      return [
        "control": .string(id), "start": .number(lease.startingSpeed),
        "speeds": range(lease.allowedSpeeds, lease.speedStep),
        "inclines": range(lease.allowedInclinations, lease.inclinationStep),
        "words": .phrase(
          lease.fastestSpeed.map { $0 > own } ?? true
            ? Phrase(
              "Your own limit is \(MeasureWords.number(own)) km/h; 'speedLimit' in \(lease.limits.path) sets it.")
            : Phrase("Within what the machine takes.")),
      ]
    }
  }

  extension WorkoutRoom {
    /// Throws if the belt cannot be leased now.
    func checkBelt() throws {
      try change { running in
        guard running.belt?.isRunnable == true else {
          throw APIError(
            .conflict, "noBelt",
            running.plan.machine == nil
              ? Phrase("This workout is recorded without a machine.")
              : Phrase("There is no link now with a treadmill that lets itself be run."),
            advice: Phrase("Wait until it is connected. At the machine, its own buttons work."))
        }
        guard !running.isEnding else { throw APIError(.conflict, "workoutEnds", Phrase("The workout is just ending.")) }
        if running.belt?.isHeld == true {
          throw APIError(
            .conflict, "beltHeld", Phrase("Another page runs the belt, or is just leaving it."),
            advice: Phrase("Let it go there first. Stop works here as well."))
        }
      }
    }

    /// Leases the belt to a page, until it leaves or is silent for too long. The belt stands afterwards.
    func control(session: String, _ limits: PersonalLimits) -> AsyncStream<String> {
      let (stream, viewer) = AsyncStream<String>.makeStream(bufferingPolicy: .bufferingNewest(64))
      let wording = Wording.current
      @Sendable func tell(_ name: String, _ data: JSON) {
        _ = viewer.yield(Wording.$current.withValue(wording) { Self.event(name, data) })
      }
      let work = desk.begin(on: TreadmillController.threads) {
        var problem: APIError?
        do {
          let treadmill = try self.change { $0.treadmill }
          try await treadmill.withLease(limits, expiry: self.timing.expiry) { lease in
            let held = PageLease(session: session, lease: lease)
            _ = try? self.change { $0.lease = held }
            tell("control", held.json)
            // A phone that left the network looks like one that is there, for a quarter of an hour: the page is asked for a sign of life.
            while true {
              // Time of browsers, and not of the radio.
              try await ThreadClock().sleep(for: self.timing.beat)
              tell("beat", [:])
            }
          }
        } catch is CancellationError {
        } catch {
          problem = APIError(belt: error, limits)
        }
        tell(
          "end",
          [
            "words": .phrase(problem?.what ?? Phrase("Control of the belt was released; it stands.")),
            "error": problem?.eventJSON ?? .null,
          ])
        viewer.finish()
      }
      viewer.onTermination = { _ in work.cancel() }
      return stream
    }

    /// The lease of the page that carries `id`, which this renews, and the machine's name.
    func lease(_ id: String, session: String) throws -> (lease: ControlLease, device: String) {
      try change { running in
        guard let held = running.lease, held.id == id, held.session == session else {
          throw APIError(
            .conflict, "notHeld", Phrase("This page does not run the belt any more; it was stopped."),
            advice: Phrase("Take the controls again."))
        }
        held.lease.renew()
        return (held.lease, running.plan.machine?.name ?? "the treadmill")
      }
    }

    /// Gives an order, and waits until it is done.
    func order(_ order: ControlLease.Order, _ lease: ControlLease) async throws {
      do {
        guard try change({ $0.belt?.isRunnable }) == true else { throw TreadmillController.Failure.notConnected }
        try await lease.order(order)
      } catch { throw APIError(belt: error, lease.limits) }
    }

    /// Stops the belt, whichever page controls it, and waits until it stands.
    func stop() async throws {
      do { try await change { $0.treadmill }.stop() } catch { throw APIError(belt: error, nil) }
    }
  }

  extension APIError {
    /// The words for what went wrong with a belt.
    init(belt error: any Error, _ limits: PersonalLimits?) {
      switch error {
      case let error as TargetRefusal:
        self.init(.badRequest, "beyondLimit", error.phrase, advice: limits?.advice(error))
      case TreadmillController.Failure.expired(let time):
        self.init(
          .conflict, "silent",
          Phrase(
            "The page that ran the belt was silent for \(MeasureWords.number(time / .seconds(1))) seconds; the belt was stopped."
          ),
          advice: Phrase("Keep the page open, and the screen on."))
      case let error as TreadmillController.Failure:
        switch error {
        case .leased:
          self.init(
            .conflict, "beltHeld", Phrase("Another person controls this treadmill now, or is just releasing it."))
        case .notConnected:
          self.init(
            .conflict, "noBelt", Phrase("There is no link with the treadmill now."),
            advice: Phrase("If its belt moves, stop it there: with its button, or by pulling the safety key."))
        case .ended, .expired:
          self.init(
            .conflict, "notHeld", Phrase("Control of the treadmill was released meanwhile; its belt was stopped."))
        }
      case let error as MachineError:
        let isOvertaken = if case .overtaken = error { true } else { false }
        self.init(error)
        self = APIError(
          isOvertaken ? .conflict : .serviceUnavailable, isOvertaken ? "overtaken" : "machine", what, advice: next)
      default: self.init(error)
      }
    }
  }
#endif
