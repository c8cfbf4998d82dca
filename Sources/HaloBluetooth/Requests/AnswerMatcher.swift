/// Recognizes the answer to one request among everything that a device sends.
public protocol AnswerMatcher: Sendable {
  /// What the device sends, decoded.
  associatedtype Received: Sendable

  /// Whether a message is the answer.
  func matches(_ message: Received) -> Bool
}
