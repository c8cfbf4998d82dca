/// The prompts and the output of a verification, for the owner of the device.
public struct VerificationOwner: Sendable {
  /// A position of the device.
  public enum Posture: Sendable, Hashable {
    /// Worn, with the hand kept still.
    case worn
    /// Not worn, lying still on a table.
    case lying
  }

  /// Asks for a position; returns `false` if the owner declines.
  public let ask: @Sendable (Posture) async throws -> Bool
  /// Announces a test: its number from 1, the number of tests, and its subject.
  public let showTest: @Sendable (_ number: Int, _ count: Int, _ test: Phrase) -> Void
  /// Shows a remark about the test or at the end.
  public let showRemark: @Sendable (Phrase) -> Void
  public let showFinding: @Sendable (ClaimFinding) -> Void

  /// Creates an owner.
  public init(
    ask: @escaping @Sendable (Posture) async throws -> Bool,
    showTest: @escaping @Sendable (_ number: Int, _ count: Int, _ test: Phrase) -> Void,
    showRemark: @escaping @Sendable (Phrase) -> Void, showFinding: @escaping @Sendable (ClaimFinding) -> Void
  ) {
    self.ask = ask
    self.showTest = showTest
    self.showRemark = showRemark
    self.showFinding = showFinding
  }
}
