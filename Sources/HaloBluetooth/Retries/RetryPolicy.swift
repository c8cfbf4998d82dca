/// The number and the pauses of retries. Each pause is twice the previous one, up to the longest.
public struct RetryPolicy: Sendable, Hashable {
  /// The number of consecutive attempts that may fail, including the first.
  public var attempts: Int
  /// The pause after the first failure.
  public var firstPause: Duration
  public var longestPause: Duration
  /// The largest random deviation of a pause, as a fraction of it (0…1), so that devices and programs do not retry at
  /// the same time.
  public var jitter: Double

  /// A policy, by default without a limit of attempts and without jitter.
  public init(attempts: Int = .max, firstPause: Duration, longestPause: Duration, jitter: Double = 0) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.jitter = jitter
  }

  /// Returns the pause after that many consecutive failures. `random` draws from a range.
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

  /// Returns a pause with jitter, in whole milliseconds.
  public func varied(
    _ pause: Duration, random: (ClosedRange<Double>) -> Double = { Double.random(in: $0) }
  ) -> Duration {
    guard jitter > 0 else { return pause }
    return .milliseconds(Int(pause / .milliseconds(1) * (1 + random(-jitter...jitter))))
  }
}
