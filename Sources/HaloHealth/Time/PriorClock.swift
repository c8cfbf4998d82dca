/// The state of a device's clock before it was set, if it was not correct.
///
/// A device keeps a bare wall clock. Another app may have set it to UTC; the device's records until then are by that
/// clock.
public struct PriorClock: Hashable, Sendable {
  /// The certainty of the finding.
  public enum Certainty: Int, Hashable, Sendable {
    /// The newest recorded value fits a clock in UTC. A correct clock also fits if the device has not been worn since.
    case likely = 0
    /// The device has a value in the future of local time, or another date, and its newest value fits a clock in UTC.
    case certain = 1
    /// The device has a value in the future of local time. Its clock was ahead by at least the difference.
    case atLeast = 2
  }

  /// Seconds that the clock was ahead of UTC: 0 for a clock in UTC. For ``Certainty/atLeast``, the minimum.
  public let secondsFromGMT: Int
  /// The certainty of the finding.
  public let certainty: Certainty

  /// A clock that was `secondsFromGMT` ahead of UTC.
  public init(secondsFromGMT: Int, certainty: Certainty) {
    self.secondsFromGMT = secondsFromGMT
    self.certainty = certainty
  }
}
