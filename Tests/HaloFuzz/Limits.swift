import Foundation

/// What Halo may take for any input.
enum Limits {
  /// The longest time for one input.
  private static let limit = Duration.seconds(1)
  /// The most memory of the whole program, in kilobytes.
  static let memory = 200_000

  /// Runs `body` and returns the processor's time that it took: other programs may have the processors meanwhile.
  ///
  /// - Throws: ``FuzzFailure`` if it took too long, or waited for very long.
  static func measure(_ what: String, _ body: () throws -> Void) throws -> Duration {
    let (start, clock) = (threadTime, ContinuousClock())
    let waited = try clock.measure(body)
    let time = threadTime - start
    guard time < limit, waited < limit * 15 else {
      throw FuzzFailure(description: "\(what) took \(time), \(waited) in all")
    }
    return time
  }

  /// The processor's time that this thread has had.
  private static var threadTime: Duration { time(CLOCK_THREAD_CPUTIME_ID) }

  /// The processor's time that this program has had.
  static var programTime: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The most memory that this program has had, in kilobytes; `nil` if this system does not report it.
  ///
  /// Not `ru_maxrss`, which begins with the parent's.
  static var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    return status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// Throws if this program has had more memory than it may have.
  static func checkMemory() throws -> String {
    guard let peakMemory else { return "memory unknown" }
    guard peakMemory < memory else {
      throw FuzzFailure(description: "\(peakMemory / 1000) MB of memory; the limit is \(memory / 1000) MB")
    }
    return "at most \(peakMemory / 1000) MB of memory"
  }
}
