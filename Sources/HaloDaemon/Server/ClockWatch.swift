#if os(Linux)
  import CLinux
  import Dispatch
  import HaloLibc
  import Synchronization

  /// Reports when the system clock was set or the computer slept. The kernel then cancels a timer (timerfd_create(2),
  /// TFD_TIMER_CANCEL_ON_SET), so no polling is needed.
  package enum ClockWatch {
    /// Yields an element after each clock jump or sleep.
    package static func jumps() -> AsyncStream<Void> {
      let (jumps, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let number = timerfd_create(CLOCK_REALTIME, O_CLOEXEC | O_NONBLOCK)
      guard number >= 0, arm(number) else {
        continuation.finish()
        return jumps
      }
      let offset = Mutex(Self.offset)
      // Dispatch objects are thread-safe but not marked Sendable.
      nonisolated(unsafe) let source = DispatchSource.makeReadSource(
        fileDescriptor: number, queue: DispatchQueue(label: "halo.clock-watch"))
      source.setEventHandler {
        var count: UInt64 = 0
        if read(number, &count, 8) < 0, errno == ECANCELED, hasJumped(offset) { continuation.yield() }
        if !arm(number) { continuation.finish() }
      }
      // Close the descriptor only now: until cancellation, Dispatch monitors it.
      source.setCancelHandler { close(number) }
      continuation.onTermination = { _ in source.cancel() }
      source.resume()
      return jumps
    }

    /// The system clock minus the monotonic clock, which stops during sleep; in seconds.
    private static var offset: Int {
      var wall = timespec()
      var awake = timespec()
      clock_gettime(CLOCK_REALTIME, &wall)
      clock_gettime(CLOCK_MONOTONIC, &awake)
      return wall.tv_sec - awake.tv_sec
    }

    /// True if the offset changed by more than the small corrections of time synchronization.
    private static func hasJumped(_ before: borrowing Mutex<Int>) -> Bool {
      before.withLock { before in
        let now = offset
        guard abs(now - before) > 2 else { return false }
        before = now
        return true
      }
    }

    /// Arms the timer for the latest time that every system can represent; it never expires.
    private static func arm(_ number: Int32) -> Bool {
      var time = clinux_timer(interval_seconds: 0, interval_nanoseconds: 0, seconds: 9_000_000_000, nanoseconds: 0)
      return timerfd_settime(number, clinux_timer_is_absolute | clinux_timer_ends_when_clock_is_set, &time, nil) == 0
    }
  }
#else
  /// Clock jumps are not detected on this system.
  package enum ClockWatch {
    package static func jumps() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
  }
#endif
