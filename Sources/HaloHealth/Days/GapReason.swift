/// The reason for a time without values.
public enum GapReason: String, Sendable, Codable, CaseIterable {
  /// The device was synced too late: it no longer had the data.
  case notSyncedInTime
  /// The device has not been synced since and may still have the data.
  case notSyncedYet
  /// The device was synced in time, measures on other days, and measured nothing.
  case notWorn
  /// The device was charging, or its battery was empty.
  case charging
  /// Automatic measurement was off in the settings that the device reported.
  case measuringOff
  /// The device does not measure this automatically, by the settings that it reported.
  case notSupported
  /// The data does not show the reason.
  case unknown
}
