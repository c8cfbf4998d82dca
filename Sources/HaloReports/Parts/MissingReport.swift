public import HaloHealth

/// Something that is missing of a day or a night, with the reason.
public struct MissingReport: Codable, Sendable, Hashable {
  /// What is missing.
  public let what: Phrase
  /// From when; `nil` if it is no time of the day.
  public let from: Moment?
  /// Until when.
  public let to: Moment?
  /// The reason.
  public let reason: GapReason
  /// The reason as a sentence.
  public let words: Phrase
  /// What to do; `nil` if there is nothing.
  public let advice: Phrase?

  init(_ what: Phrase, from: Moment? = nil, to: Moment? = nil, _ reason: GapReason, words: Phrase? = nil) {
    self.what = what
    self.from = from
    self.to = to
    self.reason = reason
    self.words = words ?? reason.sentence
    advice = reason.advice
  }
}
