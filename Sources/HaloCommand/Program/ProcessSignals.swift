import Dispatch
import HaloLibc
import Synchronization
import UnixSignals

/// The signals of this process, for a program that is the process. Only this type changes what a signal does.
struct ProcessSignals {
  private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

  /// Calls `body` with the signals that ask the program to end. The second one ends the process. Meanwhile SIGPIPE is
  /// ignored, so that writing to a closed pipe throws an error.
  func trapping<Result>(_ body: (AsyncStream<Int32>) async throws -> Result) async rethrows -> Result {
    let (numbers, continuation) = AsyncStream<Int32>.makeStream()
    let count = Atomic(0)
    signal(SIGPIPE, SIG_IGN)
    let sources = Self.ending.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number)
      source.setEventHandler {
        if count.add(1, ordering: .relaxed).newValue > 1 {
          Keys.restoreTerminal()
          end(128 + number)
        }
        continuation.yield(number)
      }
      source.resume()
      return source
    }
    defer {
      for source in sources { source.cancel() }
      for number in Self.ending + [SIGPIPE] { signal(number, SIG_DFL) }
    }
    return try await body(numbers)
  }

  /// Ignores Control-Z from now on.
  func ignoreStop() { signal(SIGTSTP, SIG_IGN) }

  /// Returns SIGTERM, SIGINT and SIGHUP as they arrive, from now on, for a daemon or its client. A closed log pipe or a
  /// disconnected client does not end the process either.
  func sequence() async -> UnixSignalsSequence {
    signal(SIGPIPE, SIG_IGN)
    return await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
  }

  /// Ends the process at once, while other threads may work: of a daemon that could not release its devices in time, of
  /// a worker at a signal. Only its temporary files are removed.
  func end(_ status: Int32) -> Never { StagedFile.removeAll { _exit(status) } }
}
