/// Why there is no value of a time.
public enum GapReason: String, Sendable, Codable, CaseIterable {
  /// The device was synced too late: it no longer kept the time.
  case notSyncedInTime
  /// The device may still have it: it was not synced since.
  case notSyncedYet
  /// The device was synced in time, measures on other days, and measured nothing.
  case notWorn
  /// The device was charging, or its cell was empty.
  case charging
  /// Its automatic measurement was off, by the settings that it reported.
  case measuringOff
  /// The device does not measure it by itself, by the settings that it reported.
  case notSupported
  /// There is nothing to tell it from.
  case unknown
}
