/// The reason why a value is not written to a device.
public struct WriteRefusal: PhrasedError, Hashable {
  /// The effect of the value, and the alternative, in sentences.
  public let phrase: Phrase
  /// True if the effect of the value is unknown: it is written if the user insists. Otherwise it is never written.
  public let isUnknown: Bool

  /// Creates a refusal with these sentences.
  public init(_ phrase: Phrase, isUnknown: Bool = false) {
    self.phrase = phrase
    self.isUnknown = isUnknown
  }
}
