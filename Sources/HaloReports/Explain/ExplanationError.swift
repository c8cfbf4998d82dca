/// Why a number cannot be explained.
public struct ExplanationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason, as a sentence.
  public let words: Phrase

  /// A reason.
  public init(_ words: Phrase) { self.words = words }

  public var description: String { words.english }
}
