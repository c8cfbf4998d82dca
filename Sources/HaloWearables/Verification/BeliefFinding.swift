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
  public let statement: String
  /// How it stands with it.
  public let verdict: Verdict
  /// What was seen, in words, without anything of the wearer's.
  public let seen: String

  /// A finding.
  public init(_ belief: String, _ statement: String, _ verdict: Verdict, _ seen: String) {
    self.belief = belief
    self.statement = statement
    self.verdict = verdict
    self.seen = seen
  }
}
