/// What a wearer wants to reach.
public struct Goals: Sendable, Hashable {
  /// Steps a day.
  public var steps: Int?
  /// Minutes of sleep a night.
  public var sleepMinutes: Int?

  /// Goals; `nil` if there is none.
  public init(steps: Int? = nil, sleepMinutes: Int? = nil) {
    self.steps = steps
    self.sleepMinutes = sleepMinutes
  }
}
