/// The facts about a device that decide how its frames are decoded, besides the frames themselves.
public struct DeviceTraits: Sendable, Hashable {
  /// The advertised name, by which some models are recognized; `nil` if unknown.
  public var advertisedName: String?
  /// The unit of a machine's speeds that the user chose; `nil` if the machine's model decides.
  public var speedUnit: SpeedUnit?
  /// The kinds of machine that it advertises, such as `rower`; empty if unknown.
  public var advertisedMachines: [String]

  /// Creates traits.
  public init(advertisedName: String?, speedUnit: SpeedUnit? = nil, advertisedMachines: [String] = []) {
    self.advertisedName = advertisedName
    self.speedUnit = speedUnit
    self.advertisedMachines = advertisedMachines
  }
}
