public import HaloHealth

/// A number of a report, with all that it takes to show and to trust it. All front ends show a report's figures from this.
public struct Figure: Codable, Sendable, Hashable, Identifiable {
  /// Its identity: `resting-heart-rate`.
  public let id: String
  /// Its name.
  public let name: Phrase
  /// The value, to a hundredth; `nil` if it is not known.
  public let value: Double?
  /// The value's unit.
  public let unit: Unit
  /// The value with its unit, in the units of the wearer's profile; `nil` if it is not known.
  public let text: Phrase?
  /// Where it comes from: an algorithm's name, `log`, `device-total`, `sum-of-log` or `none`.
  public let source: String
  /// How sure it is, 0…1; `nil` if that is not known.
  public let confidence: Double?
  /// What one has to know to read it: an estimate, how it compares with what is usual.
  public let note: Phrase?
  /// What explains it: `resting-heart-rate@2026-11-20`.
  public let explain: String?
  /// The wearer's goal, in the same unit.
  public let goal: Int?
  /// The value beside what is usual.
  public let trend: TrendReport?
  /// Why there is no value; `nil` if there is one.
  public let reason: Phrase?

  /// A number; `reason` is said if there is no value.
  public init(
    _ id: String, _ name: Phrase, _ value: Double?, _ unit: Unit, text: Phrase?, source: String,
    confidence: Double? = nil, note: Phrase? = nil, explain: String? = nil, goal: Int? = nil,
    trend: TrendReport? = nil, reason: Phrase
  ) {
    self.id = id
    self.name = name
    self.value = value.map { ($0 * 100).rounded() / 100 }
    self.unit = unit
    self.text = value == nil ? nil : text
    self.source = value == nil ? "none" : source
    self.confidence = confidence
    self.note = value == nil ? nil : note
    self.explain = value == nil ? nil : explain
    self.goal = goal
    self.trend = trend
    self.reason = value == nil ? reason : nil
  }

  /// What a screen reader says.
  public var spoken: Phrase {
    let text = text ?? reason ?? Phrase("not known")
    return note.map { Phrase("\(name): \(text). \($0)") } ?? Phrase("\(name): \(text)")
  }
}
