#if !canImport(Darwin)
  import Foundation

  /// A value behind a lock.
  ///
  /// Core Bluetooth's objects are used from any thread. They are no `Sendable` types, as Apple's are not, so `Mutex`, which lets nothing of
  /// that kind out, cannot hold them. Unchecked: the value is reached through `withLock` alone, and what that lets out is either a value of
  /// its own or one of Core Bluetooth's objects, whose whole changing state is again behind a `Guarded`.
  final class Guarded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    init(_ value: Value) { self.value = value }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
      lock.lock()
      defer { lock.unlock() }
      return try body(&value)
    }
  }
#endif
