import Foundation

#if canImport(CDispatch)
  import CDispatch  // times of the system, for the compiler
#endif

/// The limits of Halo's resource use for any input.
enum Limits {
  /// The time limit for one input.
  private static let limit = Duration.seconds(1)
  /// The memory limit of the whole program, in kilobytes.
  static let memory = 200_000

  /// Runs `body` and returns the CPU time that it took: other programs may use the processors meanwhile.
  ///
  /// - Throws: ``FuzzFailure`` if it took too much CPU time, or far too much wall-clock time.
  static func measure(_ what: String, _ body: () throws -> Void) throws -> Duration {
    let (start, clock) = (threadTime, ContinuousClock())
    let waited = try clock.measure(body)
    let time = threadTime - start
    guard time < limit, waited < limit * 15 else {
      throw FuzzFailure(description: "\(what) took \(time), \(waited) in all")
    }
    return time
  }

  /// The CPU time of this thread.
  private static var threadTime: Duration { time(CLOCK_THREAD_CPUTIME_ID) }

  /// The CPU time of this program.
  static var programTime: Duration { time(CLOCK_PROCESS_CPUTIME_ID) }

  private static func time(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The processor time of this program's children that ended.
  static var childTime: Duration {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return [usage.ru_utime, usage.ru_stime].reduce(.zero) { $0 + .seconds($1.tv_sec) + .microseconds($1.tv_usec) }
  }

  /// The peak memory of this program, in kilobytes; `nil` if the system does not report it.
  ///
  /// Not `ru_maxrss`, which starts with the parent's value.
  static var peakMemory: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
    return status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// Throws if this program exceeded its memory limit.
  static func checkMemory() throws -> String {
    guard let peakMemory else { return "memory unknown" }
    guard peakMemory < memory else {
      throw FuzzFailure(description: "\(peakMemory / 1000) MB of memory; the limit is \(memory / 1000) MB")
    }
    return "at most \(peakMemory / 1000) MB of memory"
  }
}
