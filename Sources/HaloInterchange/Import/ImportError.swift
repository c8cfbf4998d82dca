public import HaloText

/// The reason why nothing was imported.
public struct ImportError: PhrasedError, Sendable, Hashable {
  /// The message for a person: what failed, and what to do next.
  public let phrase: Phrase

  /// An error with a message.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}
