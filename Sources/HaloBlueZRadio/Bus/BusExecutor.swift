#if BlueZ && os(Linux)
  import CSystemd
  import Glibc

  /// Runs the work of actors, and tasks that prefer it, on one thread that also waits for file descriptors. Their data
  /// is handled on the thread of the actors that wait for it. With a queue and dispatch sources, a request and its
  /// answer changed threads 14 times, which took most of the time (`Benchmarks/README.md`).
  final class BusExecutor: SerialExecutor, TaskExecutor {
    /// Called when a descriptor is ready, with its `poll` events. The events are empty if the deadline has passed.
    typealias Handler = @Sendable (Int16) -> Void

    private let loop = Loop()

    init() { loop.start(asUnownedSerialExecutor(), asUnownedTaskExecutor()) }

    deinit { loop.end() }

    func enqueue(_ job: consuming ExecutorJob) { loop.add(.job(UnownedJob(job))) }

    /// Runs `work` on this executor's thread: at once if called on that thread, otherwise in turn.
    func perform(_ work: @escaping @Sendable () -> Void) {
      if loop.isCurrent { work() } else { loop.add(.call(work)) }
    }

    func checkIsolated() { precondition(loop.isCurrent, "must run on the thread of the bus") }

    /// Calls `handler` on this executor's thread whenever the descriptor is ready.
    func watch(_ descriptor: Int32, _ handler: @escaping Handler) {
      loop.change(descriptor) { $0 = Loop.Watch(handler: handler) }
    }

    /// Sets the events that a descriptor is watched for. Its handler is called at `deadline` at the latest (µs of the
    /// monotonic clock).
    func expect(_ events: Int16, of descriptor: Int32, until deadline: UInt64) {
      loop.change(descriptor) { watch in
        watch?.events = events
        watch?.deadline = deadline
      }
    }

    /// Stops watching a descriptor. A running handler is not interrupted.
    func unwatch(_ descriptor: Int32) { loop.change(descriptor) { $0 = nil } }
  }

  /// The thread. It outlives its executor if the executor is released on this thread.
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
    /// Written to wake the thread from `poll`.
    private let wakeEvent = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

    deinit { close(wakeEvent) }

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
      precondition(status == 0, "cannot create a thread")
      pthread_detach(thread)
    }

    /// The thread's context.
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
        return exchange(&state.isAsleep, with: false)
      }
      if wasAsleep { eventfd_write(wakeEvent, 1) }
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
        // Descriptors get their turn even if there is always more work.
        batchesSinceWait += 1
        guard work.isEmpty || batchesSinceWait > 16 else { continue }
        batchesSinceWait = 0
        wait(watches, mayBlock: work.isEmpty)
      }
    }

    private func wait(_ watches: [Int32: Watch], mayBlock: Bool) {
      var descriptors = [pollfd(fd: wakeEvent, events: Int16(POLLIN), revents: 0)]
      var deadline = UInt64.max
      for (descriptor, watch) in watches {
        descriptors.append(pollfd(fd: descriptor, events: watch.events, revents: 0))
        deadline = min(deadline, watch.deadline)
      }
      let now = Self.now
      // Rounded up; otherwise the last fraction of a millisecond would be a busy loop.
      let milliseconds: Int32 =
        switch deadline {
        case _ where !mayBlock: 0
        case .max: -1
        case ...now: 0
        default: Int32(clamping: (deadline - now + 999) / 1000)
        }
      // If a signal interrupts the call, no descriptor is ready.
      poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      state.withLock { $0.isAsleep = false }
      if descriptors[0].revents != 0 {
        var count: eventfd_t = 0
        eventfd_read(wakeEvent, &count)
      }
      let later = deadline == .max ? 0 : Self.now
      for ready in descriptors.dropFirst() {
        let isDue = watches[ready.fd].map { $0.deadline <= later } ?? false
        guard ready.revents != 0 || isDue else { continue }
        // An earlier handler may have stopped this watch.
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
