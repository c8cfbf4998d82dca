/// A number in a report, with its text, context and explanation. All front ends show figures.
public struct Figure: Codable, Sendable, Hashable, Identifiable {
  public let id: FigureID
  /// The display name.
  public let name: Phrase
  /// The value, rounded to hundredths; `nil` if unknown.
  public let value: Double?
  /// The value's unit.
  public let unit: Unit
  /// The value with its unit, in the units of the wearer's profile; `nil` if unknown.
  public let text: Phrase?
  /// The origin: an algorithm's name, `log`, `device-total`, `sum-of-log` or `none`.
  public let source: String
  /// The confidence, 0…1; `nil` if unknown.
  public let confidence: Double?
  /// A note for interpreting the value, such as a comparison with the baseline.
  public let note: Phrase?
  /// The id of the explanation: `resting-heart-rate@2026-11-20`.
  public let explain: String?
  /// The wearer's goal, in the value's unit.
  public let goal: Int?
  /// The value compared with the goal: "82 % of your goal of 10,000"; `nil` without either.
  public let goalWords: Phrase?
  /// The comparison with the baseline.
  public let trend: TrendReport?
  /// Why there is no value; `nil` if there is one.
  public let reason: Phrase?

  /// Creates a figure. `reason` is shown if there is no value.
  public init(
    _ id: FigureID, _ name: Phrase, _ value: Double?, _ unit: Unit, text: Phrase?, source: String,
    confidence: Double? = nil, note: Phrase? = nil, explain: String? = nil, goal: Int? = nil,
    trend: TrendReport? = nil, reason: Phrase
  ) {
    self.id = id
    self.name = name
    self.value = value?.rounded(parts: 100)
    self.unit = unit
    self.text = value == nil ? nil : text
    self.source = value == nil ? "none" : source
    self.confidence = confidence
    self.note = value == nil ? nil : note
    self.explain = value == nil ? nil : explain
    self.goal = goal
    goalWords = value.flatMap { value in
      goal.map(Double.init).map { goal in
        Phrase("\(value / goal * 100, digits: 0) % of your goal of \(MeasureWording.value(goal, in: unit))")
      }
    }
    self.trend = trend
    self.reason = value == nil ? reason : nil
  }

  /// The text for screen readers.
  public var spoken: Phrase {
    let text = text ?? reason ?? Phrase("unknown")
    return note.map { Phrase("\(name): \(text). \($0)") } ?? Phrase("\(name): \(text)")
  }
}
