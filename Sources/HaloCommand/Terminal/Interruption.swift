import ArgumentParser
import Dispatch
import HaloReports
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Handling of signals that end the program: Control-C, a closed terminal, SIGTERM and SIGQUIT.
enum Interruption {
  /// Thrown when a signal asks the program to end.
  private struct StopSignal: Error {
    let signal: Int32
  }

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Ignores Control-Z from now on.
  static func ignoreStop() { signal(SIGTSTP, SIG_IGN) }

  /// Runs `body`. The first signal cancels it, so that it can clean up; the second one ends the program. SIGPIPE is
  /// ignored meanwhile, so writing to a closed pipe throws an error.
  static func cancelling<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let (signalNumbers, continuation) = AsyncStream<Int32>.makeStream()
    let count = Mutex(0)
    signal(SIGPIPE, SIG_IGN)
    let sources = signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        let isSecond = count.withLock { count in
          count += 1
          return count > 1
        }
        if isSecond {
          Keys.restoreTerminal()
          exit(128 + number)
        }
        continuation.yield(number)
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in signals + [SIGPIPE] { signal(number, SIG_DFL) }
    }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
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
        throw ExitCode(128 + stop.signal)
      }
      throw CancellationError()
    }
  }
}
