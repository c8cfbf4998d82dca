/// The reason why nothing was imported.
public struct ImportError: PhrasedError, Sendable, Hashable {
  /// The message for a person: what failed, and what to do next.
  public let phrase: Phrase

  /// True if the file cannot be opened; false if its contents cannot be read.
  public let isMissingFile: Bool

  /// An error with a message.
  public init(_ phrase: Phrase, isMissingFile: Bool = false) {
    self.phrase = phrase
    self.isMissingFile = isMissingFile
  }
}
