/// Recognizes the answer to one request among the messages of a device.
public protocol AnswerMatcher: Sendable {
  /// A decoded message.
  associatedtype Received: Sendable

  /// Returns true if the message is the answer.
  func matches(_ message: Received) -> Bool
}
