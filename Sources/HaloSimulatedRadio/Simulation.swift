import Dispatch
import Synchronization

/// Runs asynchronous code in simulated time: a simulated week takes milliseconds and is deterministic.
///
/// All tasks run one after the other on one executor. When none can continue, the clock advances to the next deadline.
/// Work outside of the executor (a plain `Task`, another actor's executor, file access) does not stop the clock. Code in
/// a simulation must therefore not wait for such work, except at real-time speed. Start tasks that outlive a function
/// with ``HaloBluetooth/TaskScope``.
public enum Simulation {
  /// Calls `body` with the simulation's clock. `speed` is the factor to real time: 1 for a user who watches, `nil` for
  /// as fast as possible. With `waitingForMainActor`, the clock also waits for the main actor's work, for tests of view
  /// models.
  ///
  /// - Throws: Any error of `body`. A simulation as fast as possible cancels `body` and throws ``SimulationStalled`` if
  ///   all tasks have waited for each other, or for something outside, for ten seconds of real time.
  public static func run<Result: Sendable>(
    speed: Double? = nil, waitingForMainActor: Bool = false, file: StaticString = #fileID, line: Int = #line,
    _ body: @Sendable (SimulatedClock) async throws -> Result
  ) async throws -> Result {
    let clock = SimulatedClock()
    let executor = SimulationExecutor(clock: clock, speed: speed, waitsForMainActor: waitingForMainActor)
    clock.onSleep { [weak executor] in executor?.noteSleeper() }
    return try await TaskScope.$executor.withValue(executor) {
      // Only at real-time speed must work not block the user interface. Otherwise it runs inline, so that the same seed
      // leads to the same events.
      try await BlockingWork.$isInline.withValue(speed != 1) {
        try await withTaskExecutorPreference(executor) {
          guard speed == nil else { return try await body(clock) }
          return try await watched(by: executor, at: "\(file):\(line)") { try await body(clock) }
        }
      }
    }
  }

  /// The real time without any event after which a simulation has stalled.
  @TaskLocal package static var stallLimit = Duration.seconds(10)

  /// Calls `body`, and cancels it if the simulation stalls.
  private static func watched<Result: Sendable>(
    by executor: SimulationExecutor, at place: String, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    let waits = PendingWaits()
    let limit = stallLimit
    let (ends, end) = AsyncThrowingStream<Never, any Error>.makeStream()
    executor.onStall(after: limit) {
      let error = SimulationStalled(place: place, limit: limit, waits: waits.descriptions)
      // At once, because a body that ignores its cancellation never ends.
      error.print()
      end.finish(throwing: error)
    }
    return try await PendingWaits.$current.withValue(waits) {
      async let result = finishing(end, body)
      for try await _ in ends {}
      return try await result
    }
  }

  private static func finishing<Result: Sendable>(
    _ end: AsyncThrowingStream<Never, any Error>.Continuation, _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    defer { end.finish() }
    return try await body()
  }
}

/// Runs jobs in order, and advances the clock when the queue is empty.
private final class SimulationExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isRunning = false
    /// True if a task began to sleep after the loop had taken its jobs. It may not be a task of this executor.
    var hasNewSleeper = false
    /// The number of times that the loop has stopped.
    var stops = 0
    /// True while a check for a stall is scheduled.
    var isWatched = false
    var stall: (limit: Duration, report: @Sendable () -> Void)?
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
    startLoop { $0.jobs.append(job) }
  }

  /// Makes the loop look at the clock again, because a task has begun to sleep.
  func noteSleeper() { startLoop { $0.hasNewSleeper = true } }

  private func startLoop(_ change: (inout State) -> Void) {
    let mustStart = state.withLock { state in
      change(&state)
      return !exchange(&state.isRunning, with: true)
    }
    if mustStart { queue.async { self.runAll() } }
  }

  /// Runs all pending jobs. `hasWaited` is true if the main actor had its turns since the last job ran.
  private func runAll(hasWaited: Bool = false) {
    var hasWaited = hasWaited
    while true {
      let jobs = state.withLock { state in
        state.hasNewSleeper = false
        return exchange(&state.jobs, with: [])
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
      let stop = state.withLock { state -> Int? in
        guard state.jobs.isEmpty, !state.hasNewSleeper else { return nil }
        state.isRunning = false
        state.stops += 1
        return state.stops
      }
      guard let stop else { continue }
      if let pause { queue.asyncAfter(deadline: .now() + pause) { self.resume(stop) } } else { watch(stop) }
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

  /// Continues after the pause that began with a stop, unless the loop was restarted earlier.
  private func resume(_ stop: Int) {
    let mustRun = state.withLock { state in
      guard !state.isRunning, state.stops == stop else { return false }
      state.isRunning = true
      return true
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

  // MARK: Watchdog

  /// Calls `report` once the loop has stood still for `limit`.
  func onStall(after limit: Duration, _ report: @escaping @Sendable () -> Void) {
    state.withLock { $0.stall = (limit, report) }
  }

  /// Checks after the limit whether the loop still stands since `stop`. One check at a time: the loop may stop often.
  private func watch(_ stop: Int) {
    let limit = state.withLock { state -> Duration? in
      guard !state.isWatched, let stall = state.stall else { return nil }
      state.isWatched = true
      return stall.limit
    }
    if let limit {
      queue.asyncAfter(deadline: .now() + limit / .seconds(1)) { [weak self] in self?.check(stop, limit) }
    }
  }

  private func check(_ stop: Int, _ limit: Duration) {
    let latest = state.withLock { state in
      state.isWatched = false
      return state.isRunning ? nil : state.stops
    }
    guard latest == stop else {
      if let latest { watch(latest) }
      return
    }
    // On a busy machine, the simulation may wait for a task that has not had a thread yet. This one comes after it.
    Task.detached { [weak self, queue] in
      queue.asyncAfter(deadline: .now() + limit / .seconds(10)) { [weak self] in self?.reportStall(since: stop) }
    }
  }

  private func reportStall(since stop: Int) {
    let report = state.withLock { state in
      let hasStalled = !state.isRunning && state.stops == stop
      defer { if hasStalled { state.stall = nil } }
      return hasStalled ? state.stall?.report : nil
    }
    report?()
  }
}
