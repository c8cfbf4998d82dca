/// How often, and after how long, something that failed is tried again. Pauses double until the longest.
public struct RetryPolicy: Sendable, Hashable {
  /// Attempts in a row that may fail, the first included.
  public var attempts: Int
  /// The pause after the first failure.
  public var firstPause: Duration
  /// The longest pause.
  public var longestPause: Duration
  /// The share by which each pause is longer or shorter by chance, so that devices and programs do not try at the same time: 0…1.
  public var jitter: Double

  /// A policy without a limit of attempts and without jitter, unless they are given.
  public init(attempts: Int = .max, firstPause: Duration, longestPause: Duration, jitter: Double = 0) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.jitter = jitter
  }

  /// The pause after that many failures in a row. `random` draws from a range.
  public func pause(
    afterFailures failures: Int, random: (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) -> Duration {
    var pause = firstPause
    for _ in 1..<max(failures, 1) {
      guard pause < longestPause else { break }
      pause *= 2
    }
    return varied(min(pause, longestPause), random: random)
  }

  /// A pause with jitter, in whole milliseconds.
  public func varied(
    _ pause: Duration, random: (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) -> Duration {
    guard jitter > 0 else { return pause }
    return .milliseconds(Int(pause / .milliseconds(1) * (1 + random(-jitter...jitter))))
  }
}
