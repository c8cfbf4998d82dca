import ArgumentParser
import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Control-C and the request to end.
enum Interruption {
  /// A person, or the system, wants the program to end.
  private struct Wish: Error {}

  /// Does `body`; the first signal cancels it, so that it can stop what it started, and a second one ends the program.
  static func cancelling<Result: Sendable>(
    _ body: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    let (signals, continuation) = AsyncStream<Int32>.makeStream()
    let sources = [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler { continuation.yield(number) }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
    return try await withThrowingTaskGroup(of: Result?.self) { group in
      group.addTask { try await body() }
      group.addTask {
        for await _ in signals {
          StandardError.write("\nhalo: stopping; once more ends the program at once.\n")
          throw Wish()
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
      } catch is Wish {
        group.cancelAll()
        // What is under way cleans up; a second signal ends that.
        signal(SIGINT, SIG_DFL)
        while let rest = await group.nextResult() {
          if case .success(let result?) = rest { return result }
        }
        throw ExitCode(EX.interrupted)
      }
      throw CancellationError()
    }
  }
}
