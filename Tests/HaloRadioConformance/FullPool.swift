import Foundation
import Synchronization

/// A cooperative pool whose threads are all busy with other work.
public final class FullPool: Sendable {
  private static let threads = ProcessInfo.processInfo.activeProcessorCount
  // Atomic, not Mutex: many threads contend for these, and the thread sanitizer does not see the order that a Mutex makes.
  private let busy = Atomic(0)
  private let isReleased = Atomic(false)
  private let hasDoneMore = Atomic(false)

  /// Calls `body` while the pool is full. The caller and `pause` must be on another executor.
  ///
  /// - Returns: True if the pool ran no other work meanwhile.
  public static func with(
    pause: () async throws -> Void, _ body: (FullPool) async throws -> Void
  ) async throws -> Bool {
    let pool = FullPool()
    defer { pool.isReleased.store(true, ordering: .releasing) }
    // The pool's work ends after a minute, so that a test that waits for the pool fails instead of hanging.
    let end = ContinuousClock.now + .seconds(60)
    for _ in 0..<(4 * threads) {
      Task.detached {
        pool.busy.add(1, ordering: .relaxed)
        while !pool.isReleased.load(ordering: .acquiring), ContinuousClock.now < end { sched_yield() }
      }
    }
    while pool.busy.load(ordering: .relaxed) < threads { try await pause() }
    Task.detached { pool.hasDoneMore.store(true, ordering: .releasing) }
    try await body(pool)
    return pool.isFull
  }

  /// True if no other work has run in the pool.
  public var isFull: Bool { !hasDoneMore.load(ordering: .acquiring) }
}
