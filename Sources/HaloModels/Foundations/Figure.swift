public import HaloReports

/// A number as a screen shows it.
public struct Figure: Sendable, Hashable, Identifiable {
  /// What it is, the same in every language.
  public let id: String
  /// What it is called.
  public let name: Phrase
  /// The value with its unit.
  public let value: Phrase
  /// What one has to know to read it: an estimate, a doubt.
  public let note: Phrase?
  /// Where it comes from; what the Explain screen opens.
  public let origin: ExplainSubject?

  /// A number.
  public init(_ id: String, _ name: Phrase, _ value: Phrase, note: Phrase? = nil, origin: ExplainSubject? = nil) {
    self.id = id
    self.name = name
    self.value = value
    self.note = note
    self.origin = origin
  }

  /// What VoiceOver says.
  public var spoken: Phrase {
    if let note { Phrase("\(name): \(value). \(note)") } else { Phrase("\(name): \(value)") }
  }
}
