public import HaloHealth

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time, and waiting for it.
public struct HomeClock: Sendable {
  /// The time now, with the offset of the wearer's wall clock.
  public let now: @Sendable () -> Moment
  /// Waits.
  public let sleep: @Sendable (Duration) async throws -> Void

  /// A clock.
  public init(now: @escaping @Sendable () -> Moment, sleep: @escaping @Sendable (Duration) async throws -> Void) {
    self.now = now
    self.sleep = sleep
  }

  /// The system's.
  public static let system = HomeClock(
    now: {
      let now = Date()
      return Moment(
        milliseconds: Int((now.timeIntervalSince1970 * 1000).rounded(.down)),
        secondsFromGMT: TimeZone.autoupdatingCurrent.secondsFromGMT(for: now))
    }, sleep: { try await Task.sleep(for: $0) })
}
