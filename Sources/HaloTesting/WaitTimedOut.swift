/// The error for a condition that did not become true in time.
public struct WaitTimedOut: Error, CustomStringConvertible {
  /// A description of the awaited condition.
  public let awaited: String
  /// The time limit, in simulated time.
  public let limit: Duration

  /// The error as English text.
  public var description: String { "Timed out after \(limit) of simulated time without \(awaited)." }
}
