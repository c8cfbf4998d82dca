import Dispatch
import HaloBluetooth
import Synchronization

/// Runs asynchronous code in simulated time: a week of it takes milliseconds and always goes the same way.
///
/// All tasks run one after the other on one executor. When none can go on, the clock moves to the next deadline. What leaves the
/// executor (another actor's own, a file) does not hold the clock, so nothing in a simulation may wait for the outside, unless
/// it goes at a person's speed.
public enum Simulation {
  /// Calls `body` with the simulation's clock. `speed` is how many times faster than real time it goes: 1 for a person who
  /// watches; as fast as the machine can where it is `nil`. With `holdingForMainActor` the clock waits for what the main actor does as
  /// well: for models of screens.
  public static func run<Result: Sendable>(
    speed: Double? = nil, holdingForMainActor: Bool = false,
    _ body: @Sendable (SimulatedClock) async throws -> Result
  ) async throws -> Result {
    let clock = SimulatedClock()
    let executor = SimulationExecutor(clock: clock, speed: speed, holdsForMainActor: holdingForMainActor)
    return try await TaskScope.$executor.withValue(executor) {
      // Only in real time is a person's page not to wait; otherwise the same seed leads to the same events.
      try await BlockingWork.$isInline.withValue(speed != 1) {
        try await withTaskExecutorPreference(executor) { try await body(clock) }
      }
    }
  }
}

/// Runs jobs in order, and the clock on when there are none.
private final class SimulationExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let clock: SimulatedClock
  private let speed: Double?
  private let holdsForMainActor: Bool
  private let start = ContinuousClock.now
  private let queue = DispatchQueue(label: "halo.simulation")
  private let state = Mutex(State())

  /// How many turns the main queue is given before the clock goes on: one job of the main actor may lead to
  /// another, and models that wait for each other make a row of them.
  private static let mainTurns = 12

  init(clock: SimulatedClock, speed: Double?, holdsForMainActor: Bool) {
    self.clock = clock
    self.speed = speed
    self.holdsForMainActor = holdsForMainActor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { queue.async { self.runAll() } }
  }

  /// Runs what there is to run. `hasWaited` says that the main actor had its turns since something last ran here.
  private func runAll(hasWaited: Bool = false) {
    var hasWaited = hasWaited
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs.removeAll() }
        return state.jobs
      }
      if let elapsed { clock.catchUp(with: elapsed) }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if !jobs.isEmpty {
        hasWaited = false
        continue
      }
      if holdsForMainActor, !hasWaited, clock.nextDeadline != nil { return waitForMainActor(turns: Self.mainTurns) }
      let pause = pauseBeforeNext()
      if pause == nil, clock.advance() {
        hasWaited = false
        continue
      }
      let isDone = state.withLock { state in
        if state.jobs.isEmpty { state.isRunning = false }
        return !state.isRunning
      }
      guard isDone else { continue }
      if let pause { queue.asyncAfter(deadline: .now() + pause) { self.resume() } }
      return
    }
  }

  /// Goes on when the main queue has done what is in it.
  private func waitForMainActor(turns: Int) {
    DispatchQueue.main.async {
      if turns > 1 { return self.waitForMainActor(turns: turns - 1) }
      self.queue.async { self.runAll(hasWaited: true) }
    }
  }

  /// Goes on after a pause, unless something else has come meanwhile.
  private func resume() {
    let mustRun = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustRun { runAll() }
  }

  /// How far a simulation at a person's speed is.
  private var elapsed: Duration? { speed.map { (ContinuousClock.now - start) * $0 } }

  /// How many seconds are left until the next deadline is due; `nil` where there is none to wait for.
  private func pauseBeforeNext() -> Double? {
    guard let speed, let elapsed, let deadline = clock.nextDeadline, deadline.offset > elapsed else { return nil }
    return (deadline.offset - elapsed) / .seconds(1) / speed
  }
}
