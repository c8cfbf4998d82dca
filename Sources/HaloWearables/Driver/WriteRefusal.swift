public import HaloText

/// The reason why a value must not be written to a device.
public struct WriteRefusal: PhrasedError, Hashable {
  /// What the value would do, and what to use instead, in sentences.
  public let phrase: Phrase

  /// A refusal with these sentences.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}
