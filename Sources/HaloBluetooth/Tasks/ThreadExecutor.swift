import Dispatch
import Foundation
import Synchronization

/// Runs tasks on its own threads, so that a full cooperative pool does not delay them.
package final class ThreadExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    /// The index of the first job that was not started.
    var next = 0
    var idle: [Worker]
  }

  /// A source of threads for jobs.
  private enum Worker {
    /// Dispatch gives a serial queue a thread even if all threads of its concurrent queues are busy. On Linux, the
    /// cooperative pool uses the threads of the concurrent queues.
    case queue(DispatchQueue)
    /// A new thread for each run of jobs, not a Dispatch thread, because a thread cannot raise its priority again.
    case background

    func start(_ work: @escaping @Sendable () -> Void) {
      switch self {
      case .queue(let queue): queue.async(execute: work)
      case .background:
        Thread.detachNewThread {
          Self.lowerPriority()
          work()
        }
      }
    }

    /// Lowers the thread's priority below other threads and programs.
    private static func lowerPriority() {
      #if canImport(Darwin)
        Thread.current.qualityOfService = .utility
      #elseif os(Linux)
        // On Linux each thread has its own priority; 0 is the calling thread.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      #endif
    }
  }

  private let state: Mutex<State>

  #if DEBUG
    /// The longest time that one job has held its thread since the last reset.
    package func longestHold(reset: Bool = false) -> Duration {
      longest.withLock { longest in
        defer { if reset { longest = .zero } }
        return longest
      }
    }

    private let longest = Mutex(Duration.zero)
  #endif

  /// An executor that runs as many jobs at once as it has threads. It starts no thread without jobs. A background
  /// executor's threads have a lower priority than all other threads and programs.
  package init(_ label: String, threads: Int, isBackground: Bool = false) {
    state = Mutex(
      State(idle: (0..<threads).map { isBackground ? .background : .queue(DispatchQueue(label: "\(label).\($0)")) }))
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let worker = state.withLock { state in
      state.jobs.append(job)
      return state.idle.popLast()
    }
    if let worker { worker.start { self.runAll(on: worker) } }
  }

  /// Calls `body` with all of its tasks on this executor, including those of ``TaskScope``. Has no effect in a
  /// simulation, which keeps its own executor.
  package func run<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
    guard TaskScope.executor == nil || TaskScope.executor is ThreadExecutor else { return try await body() }
    return try await TaskScope.$executor.withValue(self) {
      try await withTaskExecutorPreference(self) { try await body() }
    }
  }

  private func runAll(on worker: Worker) {
    while let job = takeJob(on: worker) {
      #if DEBUG
        let begun = ContinuousClock.now
        defer {
          let time = ContinuousClock.now - begun
          longest.withLock { $0 = max($0, time) }
        }
      #endif
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Takes the next job. Returns nil if there are no jobs; the worker is idle then.
  private func takeJob(on worker: Worker) -> UnownedJob? {
    state.withLock { state in
      guard state.next < state.jobs.count else {
        state.jobs.removeAll(keepingCapacity: true)
        state.next = 0
        state.idle.append(worker)
        return nil
      }
      defer { state.next += 1 }
      let job = state.jobs[state.next]
      // Without this, the array would grow while the queue is never empty.
      if state.next > 63, state.next > state.jobs.count / 2 {
        state.jobs.removeFirst(state.next)
        state.next = 0
      }
      return job
    }
  }
}
