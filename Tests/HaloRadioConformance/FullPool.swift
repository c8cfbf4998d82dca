import Foundation
import Synchronization

/// A cooperative pool whose threads are all busy with other work.
public final class FullPool: Sendable {
  private static let threads = ProcessInfo.processInfo.activeProcessorCount
  private let busy = Mutex(0)
  private let isReleased = Mutex(false)
  private let hasDoneMore = Mutex(false)

  /// Calls `body` while the pool is full. The caller and `pause` must be on another executor.
  ///
  /// - Returns: True if the pool ran no other work meanwhile.
  public static func with(
    pause: () async throws -> Void, _ body: (FullPool) async throws -> Void
  ) async throws -> Bool {
    let pool = FullPool()
    defer { pool.isReleased.withLock { $0 = true } }
    // The pool's work ends after a minute, so that a test that waits for the pool fails instead of hanging.
    let end = ContinuousClock.now + .seconds(60)
    for _ in 0..<(4 * threads) {
      Task.detached {
        pool.busy.withLock { $0 += 1 }
        while !pool.isReleased.withLock({ $0 }), ContinuousClock.now < end { sched_yield() }
      }
    }
    while pool.busy.withLock({ $0 }) < threads { try await pause() }
    Task.detached { pool.hasDoneMore.withLock { $0 = true } }
    try await body(pool)
    return pool.isFull
  }

  /// True if no other work has run in the pool.
  public var isFull: Bool { !hasDoneMore.withLock { $0 } }
}
