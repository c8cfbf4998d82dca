/// How a figure of a workout was counted, such as its distance.
public struct WorkoutCount: Sendable, Hashable, Codable {
  /// What speaks against a figure.
  public enum Doubt: String, Sendable, Hashable, Codable {
    /// The machine's speeds add up to another distance.
    case speed
    /// The machine sends a second count, which is different.
    case secondCount
    /// The machine was not connected at the end, or was restarted while it was not connected.
    case unseen
    /// The count jumped, and the jump was not counted.
    case jump
  }

  /// The data that was counted: the kind of machine, such as `rower`.
  public let source: String
  /// What speaks against the figure; `nil` if nothing does.
  public let doubt: Doubt?
  /// The figure according to that; `nil` if it cannot be estimated.
  public let other: Double?

  /// A count of `source`, with another figure if it is doubtful.
  public init(source: String, doubt: Doubt? = nil, other: Double? = nil) {
    self.source = source
    self.doubt = doubt
    self.other = other
  }
}
