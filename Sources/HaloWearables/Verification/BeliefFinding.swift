public import HaloText

/// What a device showed about a belief that Halo has of its family.
public struct BeliefFinding: Sendable, Hashable {
  /// How it stands with the belief.
  public enum Verdict: String, Sendable {
    /// The device does so.
    case confirmed
    /// The device does otherwise.
    case refuted
    /// It was not tried, or the trial came to no end.
    case notTried = "not tried"
  }

  /// The belief's name: `heartRateLog`.
  public let belief: String
  /// The belief in a sentence.
  public let statement: Phrase
  /// How it stands with it.
  public let verdict: Verdict
  /// What was seen, without values of the wearer; `nil` if it was not tried.
  public let seen: Phrase?

  /// A finding.
  public init(_ belief: String, _ statement: Phrase, _ verdict: Verdict, _ seen: Phrase?) {
    self.belief = belief
    self.statement = statement
    self.verdict = verdict
    self.seen = seen
  }
}
