/// A device that a person selected, as remembered by the system.
public struct Accessory: Sendable, Hashable, Identifiable {
  /// The radio's identifier of the device.
  public let device: DeviceID
  /// The name given by the system or the person.
  public let name: String
  /// The device's family, such as `colmi-ring`; see ``HaloWearables/WearableFamily/id``.
  public let family: String

  /// The radio's identifier.
  public var id: DeviceID { device }

  /// Creates an accessory.
  public init(device: DeviceID, name: String, family: String) {
    self.device = device
    self.name = name
    self.family = family
  }
}
