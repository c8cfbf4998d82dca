public import HaloBluetooth

/// A device that the system kept for this app while the app was not running.
public struct AppleRestoredDevice: Hashable, Sendable {
  /// Which device.
  public let device: DeviceID
  /// Its name, where it is known.
  public let name: String?
  /// Whether there is a link with it. Where there is none, the system still waits for the device.
  public let isConnected: Bool

  /// A device that was kept.
  public init(device: DeviceID, name: String?, isConnected: Bool) {
    self.device = device
    self.name = name
    self.isConnected = isConnected
  }
}
