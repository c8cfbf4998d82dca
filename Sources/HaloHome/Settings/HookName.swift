/// The events that can run a command.
public enum HookName: String, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
  /// A night is over and completely synced from the device.
  case newNight = "new-night"
  /// The battery has become low.
  case batteryLow = "battery-low"
  /// The device has not been seen for a long time.
  case deviceLost = "device-lost"
  /// A lost device has been seen again.
  case deviceBack = "device-back"
  /// The device could not be synced for an hour.
  case syncFailed = "sync-failed"
}
