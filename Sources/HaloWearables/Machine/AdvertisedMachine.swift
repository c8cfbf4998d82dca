/// The data that a machine advertises.
public struct AdvertisedMachine: Hashable, Sendable {
  /// The kinds of machine; rarely more than one, and empty if not advertised.
  public let kinds: [MachineKind]
  /// True if the machine is available.
  public let isAvailable: Bool

  /// Creates the advertised data.
  public init(kinds: [MachineKind], isAvailable: Bool) {
    self.kinds = kinds
    self.isAvailable = isAvailable
  }
}
