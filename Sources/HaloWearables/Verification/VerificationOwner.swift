public import HaloText

/// What the owner of a device that is verified is asked for and shown.
public struct VerificationOwner: Sendable {
  /// How the device is to be.
  public enum Posture: Sendable, Hashable {
    /// Worn, and the hand kept still.
    case worn
    /// Not worn, lying still on a table.
    case lying
  }

  /// Asks for a posture; `false` if the owner would rather not.
  public let ask: @Sendable (Posture) async throws -> Bool
  /// Shows the trial that begins: its number from 1, how many there are, and what it tries.
  public let showTrial: @Sendable (_ number: Int, _ count: Int, _ trial: Phrase) -> Void
  /// Shows something to know about the trial, or at the end.
  public let showRemark: @Sendable (Phrase) -> Void
  /// Shows what was found about a belief.
  public let showFinding: @Sendable (BeliefFinding) -> Void

  /// An owner.
  public init(
    ask: @escaping @Sendable (Posture) async throws -> Bool,
    showTrial: @escaping @Sendable (_ number: Int, _ count: Int, _ trial: Phrase) -> Void,
    showRemark: @escaping @Sendable (Phrase) -> Void, showFinding: @escaping @Sendable (BeliefFinding) -> Void
  ) {
    self.ask = ask
    self.showTrial = showTrial
    self.showRemark = showRemark
    self.showFinding = showFinding
  }
}
