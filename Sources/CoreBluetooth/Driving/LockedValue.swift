import Foundation

/// A value behind a lock.
///
/// Core Bluetooth's objects are used from any thread. Like Apple's they are not `Sendable`, so `Mutex` cannot hold or
/// return them. Unchecked: the value is accessed only through `withLock`, which returns either values or Core
/// Bluetooth objects, whose mutable state is again behind a `LockedValue`.
final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
