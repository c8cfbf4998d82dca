public import HaloReports

/// A line of a screen: a name, a value, and what explains it.
public struct Fact: Sendable, Hashable, Identifiable {
  /// Its identity, the same in every language.
  public let id: String
  /// Its name.
  public let name: Phrase
  /// The value with its unit, or why there is none.
  public let value: Phrase
  /// What one has to know to read it: an estimate, a doubt, what is usual.
  public let note: Phrase?
  /// What the Explain screen opens; `nil` if there is nothing to explain.
  public let origin: ExplainSubject?

  /// A line.
  public init(_ id: String, _ name: Phrase, _ value: Phrase, note: Phrase? = nil, origin: ExplainSubject? = nil) {
    self.id = id
    self.name = name
    self.value = value
    self.note = note
    self.origin = origin
  }

  /// A figure of a report.
  init(_ figure: Figure) {
    self.init(
      figure.id, figure.name, figure.text ?? figure.reason ?? Phrase("Not known"), note: figure.note,
      origin: figure.explain.flatMap { ExplainSubject($0) })
  }

  /// What VoiceOver says.
  public var spoken: Phrase {
    if let note { Phrase("\(name): \(value). \(note)") } else { Phrase("\(name): \(value)") }
  }
}
