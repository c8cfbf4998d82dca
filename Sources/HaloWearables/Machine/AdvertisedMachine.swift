/// What a machine advertises of itself.
public struct AdvertisedMachine: Hashable, Sendable {
  /// Which kinds of machine it is; hardly ever more than one, and none if it does not say.
  public let kinds: [MachineKind]
  /// Whether it can be used now.
  public let isAvailable: Bool

  /// A machine that advertises this.
  public init(kinds: [MachineKind], isAvailable: Bool) {
    self.kinds = kinds
    self.isAvailable = isAvailable
  }
}
