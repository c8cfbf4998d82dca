/// A device that the system kept for this app while it was not running.
public struct AppleRestoredDevice: Hashable, Sendable {
  public let device: DeviceID
  /// Its name, if known.
  public let name: String?
  /// True if the device is connected. If false, the system is still waiting for it.
  public let isConnected: Bool
}
