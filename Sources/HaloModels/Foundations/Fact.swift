/// A row of a screen: a name, a value, and its explanation.
public struct Fact: Sendable, Hashable, Identifiable {
  /// A stable identifier, independent of language.
  public let id: String
  public let name: Phrase
  /// The value with its unit, or the reason why it is missing.
  public let value: Phrase
  /// A note for interpreting the value: an estimate, a caution, the usual range.
  public let note: Phrase?
  /// The subject for the Explain screen; `nil` if there is nothing to explain.
  public let origin: ExplainSubject?

  /// Creates a row.
  public init(_ id: String, _ name: Phrase, _ value: Phrase, note: Phrase? = nil, origin: ExplainSubject? = nil) {
    self.id = id
    self.name = name
    self.value = value
    self.note = note
    self.origin = origin
  }

  /// Creates a row from a report's figure.
  init(_ figure: Figure) {
    self.init(
      figure.id.rawValue, figure.name, figure.text ?? figure.reason ?? Phrase("Not known"), note: figure.note,
      origin: figure.explain.flatMap { ExplainSubject($0) })
  }

  /// The VoiceOver text.
  public var voiceOverText: Phrase {
    if let note { Phrase("\(name): \(value). \(note)") } else { Phrase("\(name): \(value)") }
  }
}
