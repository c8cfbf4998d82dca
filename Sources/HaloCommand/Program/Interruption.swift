/// Handling of signals that end the program: Control-C, a closed terminal, SIGTERM and SIGQUIT.
enum Interruption {
  /// Thrown when a signal asks the program to end.
  private struct StopSignal: Error {
    let signal: Int32
  }

  /// Runs `body`. The first signal cancels it, so that it can clean up; the second one ends the program. Writing to a
  /// closed pipe throws an error meanwhile.
  static func cancelling<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let signals = ProgramContext.current.signals else { return try await body() }
    return try await signals.trapping { try await cancelling(at: $0, body) }
  }

  private static func cancelling<Result: Sendable>(
    at signalNumbers: AsyncStream<Int32>, _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        for await number in signalNumbers {
          StandardError.write("\n")
          StandardError.report("stopping. Press Control-C again to end immediately.")
          throw StopSignal(signal: number)
        }
        return nil
      }
      do {
        while let result = try await group.next() {
          if let result {
            group.cancelAll()
            return result
          }
        }
      } catch let stop as StopSignal {
        group.cancelAll()
        // Wait until `body` has cleaned up.
        while let rest = await group.nextResult() {
          if case .success(let result?) = rest { return result }
        }
        throw Failure(128 + stop.signal)
      }
      throw CancellationError()
    }
  }
}
