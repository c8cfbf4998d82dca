public import HaloText

/// The reason why a value must not be written to a device.
public struct WriteRefusal: PhrasedError, Hashable {
  /// The effect of the value, and the alternative to use, in sentences.
  public let phrase: Phrase

  /// Creates a refusal with these sentences.
  public init(_ phrase: Phrase) { self.phrase = phrase }
}
