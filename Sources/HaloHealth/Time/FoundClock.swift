/// What a device's clock showed before it was set, if that was not the time here.
///
/// A device keeps a bare wall clock. Another app may have set it to UTC, and what the device recorded until then is by that clock.
public struct FoundClock: Hashable, Sendable {
  /// How sure that is.
  public enum Certainty: Int, Hashable, Sendable {
    /// The newest recorded value fits a clock in UTC, but a clock that was right fits too if the device was not worn since.
    case likely = 0
    /// The device has a value of a time that is still to come here, or another date, and its newest value fits a clock in UTC.
    case certain = 1
    /// The device has a value of a time that is still to come here. Its clock was ahead by at least that much.
    case atLeast = 2
  }

  /// Seconds that the clock was ahead of UTC: 0 for a clock in UTC; the least that it can have been for ``Certainty/atLeast``.
  public let secondsFromGMT: Int
  /// How sure that is.
  public let certainty: Certainty

  /// A clock that was `secondsFromGMT` ahead of UTC.
  public init(secondsFromGMT: Int, certainty: Certainty) {
    self.secondsFromGMT = secondsFromGMT
    self.certainty = certainty
  }
}
