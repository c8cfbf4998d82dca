import Dispatch
import HaloBluetooth
import Synchronization

/// Runs asynchronous code in simulated time: a simulated week takes milliseconds and is deterministic.
///
/// All tasks run one after the other on one executor. When none can continue, the clock advances to the next deadline.
/// Work outside of the executor (on another actor's executor, or file access) does not stop the clock. Code in a
/// simulation must therefore not wait for such work, except at real-time speed.
public enum Simulation {
  /// Calls `body` with the simulation's clock. `speed` is the factor to real time: 1 for a user who watches, `nil` for
  /// as fast as possible. With `waitingForMainActor`, the clock also waits for the main actor's work, for tests of view
  /// models.
  public static func run<Result: Sendable>(
    speed: Double? = nil, waitingForMainActor: Bool = false,
    _ body: @Sendable (SimulatedClock) async throws -> Result
  ) async throws -> Result {
    let clock = SimulatedClock()
    let executor = SimulationExecutor(clock: clock, speed: speed, waitsForMainActor: waitingForMainActor)
    return try await TaskScope.$executor.withValue(executor) {
      // Only at real-time speed must work not block the user interface. Otherwise it runs inline, so that the same seed
      // leads to the same events.
      try await BlockingWork.$isInline.withValue(speed != 1) {
        try await withTaskExecutorPreference(executor) { try await body(clock) }
      }
    }
  }
}

/// Runs jobs in order, and advances the clock when the queue is empty.
private final class SimulationExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
  }

  private let clock: SimulatedClock
  private let speed: Double?
  private let waitsForMainActor: Bool
  private let start = ContinuousClock.now
  private let queue = DispatchQueue(label: "halo.simulation")
  private let state = Mutex(State())

  /// The number of main queue turns before the clock advances. One job of the main actor may lead to another, and
  /// models that wait for each other form a chain of jobs.
  private static let mainTurns = 12

  init(clock: SimulatedClock, speed: Double?, waitsForMainActor: Bool) {
    self.clock = clock
    self.speed = speed
    self.waitsForMainActor = waitsForMainActor
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

  /// Runs all pending jobs. `hasWaited` is true if the main actor had its turns since the last job ran.
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
      if waitsForMainActor, !hasWaited, clock.nextDeadline != nil { return waitForMainActor(turns: Self.mainTurns) }
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

  /// Continues when the main queue has run its pending work.
  private func waitForMainActor(turns: Int) {
    DispatchQueue.main.async {
      if turns > 1 { return self.waitForMainActor(turns: turns - 1) }
      self.queue.async { self.runAll(hasWaited: true) }
    }
  }

  /// Continues after a pause, unless a new job has already restarted the loop.
  private func resume() {
    let mustRun = state.withLock { state in
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustRun { runAll() }
  }

  /// The simulated time that is due at the given speed.
  private var elapsed: Duration? { speed.map { (ContinuousClock.now - start) * $0 } }

  /// Returns the seconds until the next deadline is due; nil if there is nothing to wait for.
  private func pauseBeforeNext() -> Double? {
    guard let speed, let elapsed, let deadline = clock.nextDeadline, deadline.offset > elapsed else { return nil }
    return (deadline.offset - elapsed) / .seconds(1) / speed
  }
}
