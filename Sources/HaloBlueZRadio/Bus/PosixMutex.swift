#if BlueZ && os(Linux)
  import Glibc

  /// A value behind a lock of POSIX'. In place of `Mutex` where two threads meet all the time: where the kernel hands Swift's lock over, the
  /// thread sanitizer does not see it, and reports races that are none.
  ///
  /// `@unchecked`, because `value` is touched between locking and unlocking alone.
  final class PosixMutex<Value>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: sending Value) {
      self.value = value
      lock = .allocate(capacity: 1)
      pthread_mutex_init(lock, nil)
    }

    deinit {
      pthread_mutex_destroy(lock)
      lock.deallocate()
    }

    func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      pthread_mutex_lock(lock)
      defer { pthread_mutex_unlock(lock) }
      return body(&value)
    }
  }
#endif
