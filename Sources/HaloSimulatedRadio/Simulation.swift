import Dispatch
import HaloBluetooth
import Synchronization

/// Runs asynchronous code in simulated time: a week of it takes milliseconds and always goes the same way.
///
/// All tasks run one after the other on one executor. When none can go on, the clock moves to the next deadline. What leaves the
/// executor (another actor's own, a file) does not hold the clock, so nothing in a simulation may wait for the outside.
public enum Simulation {
  /// Calls `body` with the simulation's clock.
  public static func run<Result: Sendable>(
    _ body: @Sendable (SimulatedClock) async throws -> Result
  ) async throws -> Result {
    let clock = SimulatedClock()
    let executor = SimulationExecutor(clock: clock)
    return try await TaskScope.$executor.withValue(executor) {
      try await withTaskExecutorPreference(executor) { try await body(clock) }
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
  private let queue = DispatchQueue(label: "halo.simulation")
  private let state = Mutex(State())

  init(clock: SimulatedClock) { self.clock = clock }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = state.withLock { state in
      state.jobs.append(job)
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { queue.async { self.runAll() } }
  }

  private func runAll() {
    while true {
      let jobs = state.withLock { state in
        defer { state.jobs.removeAll() }
        return state.jobs
      }
      for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if !jobs.isEmpty || clock.advance() { continue }
      let isDone = state.withLock { state in
        if state.jobs.isEmpty { state.isRunning = false }
        return !state.isRunning
      }
      if isDone { return }
    }
  }
}
