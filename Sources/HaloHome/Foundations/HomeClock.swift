import HaloFoundation

/// A clock that returns the time and waits.
public struct HomeClock: Sendable {
  /// Returns the time now, with the UTC offset of the wearer's time zone.
  public let now: @Sendable () -> Moment
  /// Waits for a duration.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a clock from two functions.
  public init(now: @escaping @Sendable () -> Moment, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  /// The system's clock.
  public static let system = HomeClock(
    now: {
      let now = Date()
      return Moment(
        milliseconds: Int((now.timeIntervalSince1970 * 1000).rounded(.down)),
        secondsFromGMT: TimeZone.autoupdatingCurrent.secondsFromGMT(for: now))
    }, sleep: { try await Task.sleep(for: $0) })
}
