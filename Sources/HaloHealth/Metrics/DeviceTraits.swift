/// The facts about a device that decide how its frames are decoded, besides the frames themselves.
public struct DeviceTraits: Sendable, Hashable {
  /// The advertised name, by which some models are recognized; `nil` if unknown.
  public var advertisedName: String?
  /// The unit of a machine's speeds that the user chose; `nil` if the machine's model decides.
  public var speedUnit: SpeedUnit?
  /// The kinds of machine that it advertises, such as `rower`; empty if unknown.
  public var advertisedMachines: [String]

  /// The wearer's number on a device with several users, ``severalUsers`` if it was not chosen yet; `nil` if the device has not named
  /// any.
  public var user: Int?

  /// The number of the wearer on a device that several people use, before it was chosen. Devices use it for unknown users.
  public static let severalUsers = 255

  /// Creates traits.
  public init(advertisedName: String?, speedUnit: SpeedUnit? = nil, advertisedMachines: [String] = [], user: Int? = nil)
  {
    self.advertisedName = advertisedName
    self.speedUnit = speedUnit
    self.advertisedMachines = advertisedMachines
    self.user = user
  }
}
