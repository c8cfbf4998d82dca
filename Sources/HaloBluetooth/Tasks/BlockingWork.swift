/// Runs blocking work, such as SQLite and file operations, off the shared threads of the cooperative pool.
package enum BlockingWork {
  /// True if work runs on the caller's thread. Simulated time requires this, so that the same seed leads to the same
  /// events.
  @TaskLocal package static var isInline = false

  private static let threads = ThreadExecutor("halo.blocking", threads: 16)
  private static let background = ThreadExecutor("halo.background", threads: 4, isBackground: true)

  /// Runs `body` to its end on a thread that may block, even if the task is canceled. Background work has a lower
  /// priority than other threads and programs.
  package static func run<Value: Sendable>(
    inBackground isBackground: Bool = false, _ body: @Sendable () throws -> Value
  ) async throws -> Value {
    guard !isInline else { return try allowed(body) }
    return try await withTaskExecutorPreference(isBackground ? background : threads) { try allowed(body) }
  }

  #if DEBUG
    /// Called when a shared thread of the cooperative pool is about to block.
    @TaskLocal package static var onBlockingUse: (@Sendable () -> Void)?
    @TaskLocal private static var isAllowed = false

    private static func allowed<Value>(_ body: () throws -> Value) rethrows -> Value {
      try $isAllowed.withValue(true, operation: body)
    }

    /// Reports that the current thread is about to block.
    package static func willBlock() {
      guard let onBlockingUse, !isAllowed, withUnsafeCurrentTask(body: { $0 != nil }) else { return }
      onBlockingUse()
    }
  #else
    private static func allowed<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
  #endif
}
