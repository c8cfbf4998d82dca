/// Missing data of a day or a night, with the reason.
public struct MissingReport: Codable, Sendable, Hashable {
  /// The missing data.
  public let what: Phrase
  /// Start of the gap; `nil` if it is not a time of the day.
  public let from: Moment?
  /// End of the gap.
  public let to: Moment?
  public let reason: GapReason
  /// The reason as a sentence.
  public let words: Phrase
  /// Advice for the user, or `nil`.
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
