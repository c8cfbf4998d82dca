#if BlueZ && os(Linux)
  import Glibc

  /// A value behind a POSIX lock. Used instead of `Mutex` where two threads contend often: the thread sanitizer does
  /// not see the kernel's handover of Swift's lock, and reports false races.
  ///
  /// `@unchecked`, because `value` is accessed only under the lock.
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
