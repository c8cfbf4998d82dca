/// Why a number cannot be explained.
public struct ExplanationError: PhrasedError, Sendable, Hashable {
  /// The reason, as a sentence.
  public let phrase: Phrase

  /// Creates an error with a reason.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}
