/// What a test waited for did not happen in time.
public struct WaitTimedOut: Error, CustomStringConvertible {
  /// What the test waited for.
  public let awaited: String
  /// How long it waited, in simulated time.
  public let limit: Duration

  public var description: String { "After \(limit) of simulated time there was still no \(awaited)." }
}
