/// The result of a device test for one of Halo's claims about a family's protocol.
public struct ClaimFinding: Sendable, Hashable {
  /// The outcome of the test.
  public enum Verdict: String, Sendable {
    /// The device behaves as claimed.
    case confirmed
    /// The device behaves differently.
    case refuted
    /// The claim was not tested, or the test was inconclusive.
    case notTried = "not tried"
  }

  /// The claim's name: `heartRateLog`.
  public let claim: String
  /// The claim in a sentence.
  public let statement: Phrase
  /// The outcome of the test.
  public let verdict: Verdict
  /// The observation, without health data of the wearer; `nil` if the claim was not tested.
  public let seen: Phrase?

  /// Creates a finding.
  public init(_ claim: String, _ statement: Phrase, _ verdict: Verdict, _ seen: Phrase?) {
    self.claim = claim
    self.statement = statement
    self.verdict = verdict
    self.seen = seen
  }
}
