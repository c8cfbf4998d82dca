/// What a command can be run at.
public enum HookName: String, Sendable, Codable, CaseIterable {
  /// A night is over and the device has told all of it.
  case newNight = "new-night"
  /// A cell has become low.
  case batteryLow = "battery-low"
  /// A device gave no sign of itself for long.
  case deviceLost = "device-lost"
  /// A device that was lost is there again.
  case deviceBack = "device-back"
  /// A device could not be synced for an hour.
  case syncFailed = "sync-failed"
}
