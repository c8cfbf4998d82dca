/// Why a value or a time is missing: each gap has one of these reasons.
public enum GapReason: String, Sendable, Hashable, CaseIterable, Codable {
  /// The last sync came before, and by the next one the device no longer had it.
  case notSyncedInTime
  /// The device may still have it.
  case notSyncedYet
  /// The device was not worn.
  case notWorn
  /// The device was on its charger.
  case charging
  /// The device was set not to measure it.
  case measuringOff
  /// The device cannot measure it.
  case notSupported
  /// Nothing says why.
  case unknown
}
