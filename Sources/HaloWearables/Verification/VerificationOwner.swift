public import HaloText

/// What the owner of a device that is verified is asked for and told.
public struct VerificationOwner: Sendable {
  /// How the device is to be.
  public enum Posture: Sendable, Hashable {
    /// Worn, and the hand kept still.
    case worn
    /// Not worn, lying still on a table.
    case lying
  }

  /// Asks for a posture; `false` if the owner would rather not.
  public let asks: @Sendable (Posture) async throws -> Bool
  /// Says what is tried next: its number, how many there are, and what.
  public let tells: @Sendable (Int, Int, Phrase) -> Void
  /// Says what was found.
  public let hears: @Sendable (BeliefFinding) -> Void

  /// An owner.
  public init(
    asks: @escaping @Sendable (Posture) async throws -> Bool, tells: @escaping @Sendable (Int, Int, Phrase) -> Void,
    hears: @escaping @Sendable (BeliefFinding) -> Void
  ) {
    self.asks = asks
    self.tells = tells
    self.hears = hears
  }
}
