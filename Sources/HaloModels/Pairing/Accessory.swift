public import HaloBluetooth

/// A device that a person chose, as the system remembers it.
public struct Accessory: Sendable, Hashable, Identifiable {
  /// What the radio calls it.
  public let device: DeviceID
  /// What the system, or the person, calls it.
  public let name: String
  /// Its family, such as `colmi-ring`; see ``HaloWearables/WearableFamily/id``.
  public let family: String

  public var id: DeviceID { device }

  /// A device.
  public init(device: DeviceID, name: String, family: String) {
    self.device = device
    self.name = name
    self.family = family
  }
}
