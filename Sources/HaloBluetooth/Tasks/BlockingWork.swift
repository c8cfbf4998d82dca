/// Runs work that blocks its thread, such as that of SQLite and files, away from the threads that tasks share.
package enum BlockingWork {
  /// Whether work runs on the caller's thread. In simulated time it does, so that the same seed leads to the same events.
  @TaskLocal package static var isInline = false

  private static let threads = ThreadExecutor("halo.blocking", threads: 16)
  private static let background = ThreadExecutor("halo.background", threads: 4, isBackground: true)

  /// Does `body` on a thread of its own, to its end even if the task is cancelled. Other threads and programs go before one that works in
  /// the background.
  package static func run<Value: Sendable>(
    inBackground isBackground: Bool = false, _ body: @Sendable () throws -> Value
  ) async throws -> Value {
    guard !isInline else { return try allowed(body) }
    return try await withTaskExecutorPreference(isBackground ? background : threads) { try allowed(body) }
  }

  #if DEBUG
    /// Is called when a thread that tasks share is about to block.
    @TaskLocal package static var misuse: (@Sendable () -> Void)?
    @TaskLocal private static var isAllowed = false

    private static func allowed<Value>(_ body: () throws -> Value) rethrows -> Value {
      try $isAllowed.withValue(true, operation: body)
    }

    /// Notes that the thread is about to block.
    package static func willBlock() {
      guard let misuse, !isAllowed, withUnsafeCurrentTask(body: { $0 != nil }) else { return }
      misuse()
    }
  #else
    private static func allowed<Value>(_ body: () throws -> Value) rethrows -> Value { try body() }
  #endif
}
