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

/// Control-C, a closed terminal, and the request to end.
enum Interruption {
  /// A person, or the system, wants the program to end: the signal's number.
  private struct Wish: Error {
    let signal: Int32
  }

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Lets Control-Z do nothing from now on.
  static func ignoreStop() { signal(SIGTSTP, SIG_IGN) }

  /// Does `body`; the first signal cancels it, so that it can stop what it started, and a second one ends the program. A pipe that
  /// nobody reads any more is an error of writing meanwhile, and not the end at once.
  static func cancelling<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let (wishes, continuation) = AsyncStream<Int32>.makeStream()
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
        for await number in wishes {
          StandardError.write("\n")
          StandardError.report("stopping; once more ends the program at once.")
          throw Wish(signal: number)
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
      } catch let wish as Wish {
        group.cancelAll()
        // What is under way cleans up.
        while let rest = await group.nextResult() {
          if case .success(let result?) = rest { return result }
        }
        throw ExitCode(128 + wish.signal)
      }
      throw CancellationError()
    }
  }
}
