/// The time limits for an answer.
public struct AnswerTimeout: Sendable, Hashable {
  /// The longest wait for the first piece of the answer.
  public var beginning: Duration
  /// The longest wait for each further piece.
  public var pause: Duration

  /// The same limit for the first piece and for each further one, unless `beginning` is given.
  public init(_ pause: Duration, beginning: Duration? = nil) {
    self.pause = pause
    self.beginning = beginning ?? pause
  }
}

/// A device did not answer a request in time, or stopped in the middle of its answer.
public struct RequestTimedOut: Error, Sendable, Hashable, PhrasedError {
  /// The device's label.
  public let device: String
  /// True if a piece of the answer arrived.
  public let hasBegun: Bool

  /// A timeout of a request to the device with that label.
  public init(device: String, hasBegun: Bool) {
    self.device = device
    self.hasBegun = hasBegun
  }

  /// The failure and the advice.
  public var phrase: Phrase {
    hasBegun
      ? Phrase("\(device) stopped in the middle of an answer. Bring it closer and try again.")
      : Phrase("\(device) did not answer. Bring it closer and try again.")
  }
}
