package import HaloBluetooth
public import HaloWearables
import Synchronization

/// Lets one person at a time run the treadmill of a workout, for as long as they hold it. Whoever lets go, for whatever reason, leaves a
/// belt that stands. Anybody may stop it.
public final class TreadmillHelm: Sendable {
  /// What who holds it may wish.
  public enum Order: Sendable, Hashable {
    /// Set the belt in motion, as slowly as it goes.
    case start
    /// Bring the belt, which moves, to that speed in km/h.
    case speed(Double)
    /// Bring the belt to that inclination in per cent.
    case incline(Double)
    case pause
    case stop
  }

  /// What others may want to know.
  public enum News: Sendable {
    /// A link with a machine is there. Whether it is a treadmill that lets itself be run.
    case linked(isRunnable: Bool)
    /// The link is lost or ended.
    case unlinked
    /// Somebody has it.
    case held
    /// Nobody has it any more, and the belt stands: or it is said why that is not sure.
    case free((any Error)?)
    /// A belt that ran when the link was lost was reached again, and stopped.
    case stoppedAfterLoss
  }

  /// Why it does nothing.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Somebody else has it.
    case held
    /// There is no link with a treadmill that lets itself be run.
    case away
    /// Who gives an order does not hold it.
    case notHeld

    public var description: String {
      switch self {
      case .held: "Somebody else runs this treadmill now, or is just leaving it."
      case .away:
        "There is no link with the treadmill now. If its belt moves, stop it there: with its button, or by pulling the safety key."
      case .notHeld: "The treadmill was let go meanwhile; its belt was stopped."
      }
    }
  }

  /// The threads on which a belt is controlled. A stop waits neither for the cooperative pool nor for the other work of the program.
  package static let threads = ThreadExecutor("halo.belt", threads: 4)

  private typealias Answer = CheckedContinuation<Void, any Error>

  private struct Job: Sendable {
    let order: Order
    let answer: Answer
  }

  /// Somebody's hold.
  private final class Hold: Sendable {
    let limits: MachineLimits
    let granted: @Sendable (any MachineControl) -> Void
    let (jobs, inbox) = AsyncStream<Job>.makeStream()
    let (over, end) = AsyncThrowingStream<Never, any Error>.makeStream()
    private let failure = Mutex<(any Error)?>(nil)

    init(_ limits: MachineLimits, _ granted: @escaping @Sendable (any MachineControl) -> Void) {
      self.limits = limits
      self.granted = granted
    }

    /// Ends it because of what happened at the machine.
    func fail(_ error: any Error) {
      failure.withLock { $0 = $0 ?? error }
      inbox.finish()
    }

    func checkFailure() throws {
      if let error = failure.withLock({ $0 }) { throw error }
    }
  }

  private enum Wish: Sendable {
    case hold(Hold)
    case stop(Answer)
  }

  private struct State {
    var hold: Hold?
    /// What is wished of the machine over the present link.
    var wishes: AsyncStream<Wish>.Continuation?
    /// Whether the belt ran when the link was lost.
    var isStopOwed = false
  }

  private let state = Mutex(State())
  private let report: @Sendable (News) -> Void

  /// A helm that nobody holds.
  public init(report: @escaping @Sendable (News) -> Void = { _ in }) { self.report = report }

  /// Takes the treadmill, and holds it until the task is cancelled. `granted` is called once it takes orders.
  ///
  /// - Throws: ``Failure``, ``MachineError``, and what the link was lost with.
  public func hold(_ limits: MachineLimits, granted: @escaping @Sendable (any MachineControl) -> Void) async throws {
    let hold = Hold(limits, granted)
    try state.withLock { state in
      guard state.hold == nil else { throw Failure.held }
      guard let wishes = state.wishes, case .enqueued = wishes.yield(.hold(hold)) else { throw Failure.away }
      state.hold = hold
    }
    try await withTaskCancellationHandler {
      for try await _ in hold.over {}
    } onCancel: {
      hold.inbox.finish()
    }
  }

  /// Gives an order to the machine that is held, and waits until it is done.
  ///
  /// - Throws: ``Failure``, ``MachineError``, ``TargetRefusal``, and what the link was lost with.
  public func order(_ order: Order) async throws {
    guard let hold = state.withLock({ $0.hold }) else { throw Failure.notHeld }
    try await withCheckedThrowingContinuation { answer in
      if case .enqueued = hold.inbox.yield(Job(order: order, answer: answer)) { return }
      answer.resume(throwing: Failure.notHeld)
    }
  }

  /// Stops the belt, whoever holds it, and waits until it stands.
  ///
  /// - Throws: ``Failure/away`` where there is no link: it is stopped as soon as there is one again.
  public func stop() async throws {
    try await withCheckedThrowingContinuation { answer in
      let isTaken = state.withLock { state in
        if let hold = state.hold, case .enqueued = hold.inbox.yield(Job(order: .stop, answer: answer)) { return true }
        if let wishes = state.wishes, case .enqueued = wishes.yield(.stop(answer)) { return true }
        state.isStopOwed = true
        return false
      }
      if !isTaken { answer.resume(throwing: Failure.away) }
    }
  }

  /// Looks after a machine for as long as its link lasts and the task is not cancelled.
  func steer(_ driver: some MachineControlling) async {
    let isRunnable = driver.machine == .treadmill && driver.isControllable
    report(.linked(isRunnable: isRunnable))
    defer { report(.unlinked) }
    guard isRunnable else { return }
    let (wishes, inbox) = AsyncStream<Wish>.makeStream()
    let isStopOwed = state.withLock { state in
      state.wishes = inbox
      return state.isStopOwed
    }
    if isStopOwed {
      do {
        try await driver.stopBelt()
        state.withLock { $0.isStopOwed = false }
        report(.stoppedAfterLoss)
      } catch { report(.free(error)) }
    }
    // What is wished after the end is refused by the stream, and what was wished just before it by what follows.
    for await wish in wishes {
      switch wish {
      case .stop(let answer):
        do {
          if Task.isCancelled { throw Failure.away }
          try await driver.stopBelt()
          answer.resume()
        } catch { answer.resume(throwing: error) }
      case .hold(let hold): await keep(hold, driver)
      }
    }
    state.withLock { $0.wishes = nil }
  }

  /// Takes control and carries out orders until who holds it lets go; the belt stands then.
  private func keep(_ hold: Hold, _ driver: some MachineControlling) async {
    var failure: (any Error)?
    do {
      guard !Task.isCancelled else { throw Failure.away }
      try await driver.withControl(hold.limits) { control in
        report(.held)
        hold.granted(control)
        await withTaskGroup(of: Void.self) { group in
          // Stopping waits for nothing that is under way, and a speed overtakes those before.
          for await job in hold.jobs { group.addTask { await Self.carryOut(job, control, hold) } }
          group.cancelAll()
        }
        try hold.checkFailure()
      }
    } catch {
      failure = error
      if case MachineError.linkLostWhileRunning? = error as? MachineError { state.withLock { $0.isStopOwed = true } }
    }
    hold.inbox.finish()
    // What came too late for a machine that could not be taken.
    for await job in hold.jobs { job.answer.resume(throwing: failure ?? Failure.notHeld) }
    state.withLock { $0.hold = nil }
    report(.free(failure))
    hold.end.finish(throwing: failure)
  }

  private static func carryOut(_ job: Job, _ control: any MachineControl, _ hold: Hold) async {
    do {
      // Who let go wishes nothing any more but that it stands.
      if Task.isCancelled, job.order != .stop { throw Failure.notHeld }
      switch job.order {
      case .start: try await control.run(at: control.startingSpeed)
      case .speed(let speed): try await control.setSpeed(speed)
      case .incline(let percent): try await control.setInclination(percent)
      case .pause: try await control.pause()
      case .stop: try await control.stop()
      }
      job.answer.resume()
    } catch {
      job.answer.resume(throwing: error)
      switch error {
      case is TargetRefusal, is Failure, is CancellationError: break
      case let error as MachineError:
        switch error {
        case .cannot, .refused, .didNotStart, .overtaken, .safetyKey: break
        default: hold.fail(error)
        }
      default: hold.fail(error)
      }
    }
  }
}
