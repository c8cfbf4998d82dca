#if BlueZ && os(Linux)
  import CSystemd
  import Glibc

  /// Runs actors' work, and tasks that prefer it, on one thread that waits for file descriptors as well: what they bring is handled where
  /// everybody who waits for it lives. With a queue and its sources a request and its answer changed threads 14 times, which took most of
  /// the time (`Benchmarks/README.md`).
  final class BusExecutor: SerialExecutor, TaskExecutor {
    /// What is called when a descriptor is ready, with the events of `poll` that it is ready for, or none where its deadline is over.
    typealias Handler = @Sendable (Int16) -> Void

    private let loop = Loop()

    init() { loop.start(asUnownedSerialExecutor(), asUnownedTaskExecutor()) }

    deinit { loop.end() }

    func enqueue(_ job: consuming ExecutorJob) { loop.add(.job(UnownedJob(job))) }

    /// Does `work` on this executor's thread: now where this is called on it, otherwise when its turn comes.
    func perform(_ work: @escaping @Sendable () -> Void) {
      if loop.isCurrent { work() } else { loop.add(.call(work)) }
    }

    func checkIsolated() { precondition(loop.isCurrent, "this is not the thread of the bus") }

    /// Calls `handler` on this executor's thread whenever the descriptor is ready.
    func watch(_ descriptor: Int32, _ handler: @escaping Handler) {
      loop.change(descriptor) { $0 = Loop.Watch(handler: handler) }
    }

    /// What a descriptor is watched for from now on, and until when (µs of the monotonic clock) at the latest its handler is called.
    func expect(_ events: Int16, of descriptor: Int32, until deadline: UInt64) {
      loop.change(descriptor) { watch in
        watch?.events = events
        watch?.deadline = deadline
      }
    }

    /// Ends that. A handler that is running ends by itself.
    func unwatch(_ descriptor: Int32) { loop.change(descriptor) { $0 = nil } }
  }

  /// The thread, which outlives its executor where that ends on it.
  private final class Loop: Sendable {
    struct Watch {
      let handler: BusExecutor.Handler
      var events = Int16(POLLIN)
      var deadline = UInt64.max
    }

    enum Work {
      case job(UnownedJob)
      case call(@Sendable () -> Void)
    }

    private struct State {
      var work: [Work] = []
      var watches: [Int32: Watch] = [:]
      var thread: pthread_t?
      var isAsleep = false
      var hasEnded = false
    }

    private let state = PosixMutex(State())
    /// Written to where the thread sleeps and should not.
    private let bell = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    deinit { close(bell) }

    func start(_ executor: UnownedSerialExecutor, _ tasks: UnownedTaskExecutor) {
      let body = Unmanaged.passRetained(Body(loop: self, executor: executor, tasks: tasks))
      var thread = pthread_t()
      let status = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
          body.loop.run(body.executor, body.tasks)
          return nil
        }, body.toOpaque())
      precondition(status == 0, "no thread can be made")
      pthread_detach(thread)
    }

    /// What the thread begins with.
    private final class Body {
      let loop: Loop
      let executor: UnownedSerialExecutor
      let tasks: UnownedTaskExecutor

      init(loop: Loop, executor: UnownedSerialExecutor, tasks: UnownedTaskExecutor) {
        self.loop = loop
        self.executor = executor
        self.tasks = tasks
      }
    }

    var isCurrent: Bool { state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false } }

    func add(_ work: Work) { update { $0.work.append(work) } }

    func change(_ descriptor: Int32, _ body: (inout Watch?) -> Void) { update { body(&$0.watches[descriptor]) } }

    func end() { update { $0.hasEnded = true } }

    private func update(_ body: (inout State) -> Void) {
      let wasAsleep = state.withLock { state in
        body(&state)
        defer { state.isAsleep = false }
        return state.isAsleep
      }
      if wasAsleep { eventfd_write(bell, 1) }
    }

    private func run(_ executor: UnownedSerialExecutor, _ tasks: UnownedTaskExecutor) {
      state.withLock { $0.thread = pthread_self() }
      var batchesSinceWait = 0
      while true {
        let (work, watches, hasEnded) = state.withLock { state in
          defer { state.work.removeAll() }
          state.isAsleep = state.work.isEmpty && !state.hasEnded
          return (state.work, state.watches, state.hasEnded)
        }
        for work in work {
          switch work {
          case .job(let job): job.runSynchronously(isolatedTo: executor, taskExecutor: tasks)
          case .call(let body): body()
          }
        }
        if hasEnded, work.isEmpty { return }
        // Where there is always more to do, the descriptors still have their turn.
        batchesSinceWait += 1
        guard work.isEmpty || batchesSinceWait > 16 else { continue }
        batchesSinceWait = 0
        wait(watches, mayBlock: work.isEmpty)
      }
    }

    private func wait(_ watches: [Int32: Watch], mayBlock: Bool) {
      var descriptors = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
      var deadline = UInt64.max
      for (descriptor, watch) in watches {
        descriptors.append(pollfd(fd: descriptor, events: watch.events, revents: 0))
        deadline = min(deadline, watch.deadline)
      }
      let now = Self.now
      // Rounded up: a deadline that is nearly over would be asked for again and again.
      let milliseconds: Int32 =
        switch deadline {
        case _ where !mayBlock: 0
        case .max: -1
        case ...now: 0
        default: Int32(clamping: (deadline - now + 999) / 1000)
        }
      // Where a signal interrupts it, nothing is ready.
      poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      state.withLock { $0.isAsleep = false }
      if descriptors[0].revents != 0 {
        var count: eventfd_t = 0
        eventfd_read(bell, &count)
      }
      let later = deadline == .max ? 0 : Self.now
      for ready in descriptors.dropFirst() {
        let isDue = watches[ready.fd].map { $0.deadline <= later } ?? false
        guard ready.revents != 0 || isDue else { continue }
        // One of the handlers before it may have ended it.
        state.withLock { $0.watches[ready.fd]?.handler }?(ready.revents)
      }
    }

    /// The monotonic clock, in µs.
    private static var now: UInt64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
    }
  }
#endif
