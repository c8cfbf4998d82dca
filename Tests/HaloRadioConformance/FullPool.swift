import Foundation
import Synchronization

/// A cooperative pool all of whose threads are busy with other work.
public final class FullPool: Sendable {
  private static let threads = ProcessInfo.processInfo.activeProcessorCount
  private let busy = Mutex(0)
  private let isReleased = Mutex(false)
  private let hasDoneMore = Mutex(false)

  /// Calls `body` while the pool is full. The caller is on another executor, and so is `pause`.
  ///
  /// - Returns: Whether the pool did nothing else meanwhile.
  public static func with(
    pause: () async throws -> Void, _ body: (FullPool) async throws -> Void
  ) async throws -> Bool {
    let pool = FullPool()
    defer { pool.isReleased.withLock { $0 = true } }
    // It ends by itself, so that a test that waits for the pool fails and does not hang.
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

  /// Whether nothing else has run in it.
  public var isFull: Bool { !hasDoneMore.withLock { $0 } }
}
