extension GapReason {
  /// The reason as a sentence.
  public var sentence: Phrase {
    switch self {
    case .notSyncedInTime: Phrase("The device was not synced in time and has deleted this data.")
    case .notSyncedYet: Phrase("The device has not been synced since then.")
    case .notWorn: Phrase("The device was not worn.")
    case .charging: Phrase("The device was charging, or its battery was empty.")
    case .measuringOff: Phrase("This measurement was turned off on the device.")
    case .notSupported: Phrase("The device does not support this measurement.")
    case .unknown: Phrase("The reason is unknown.")
    }
  }

  /// Advice for preventing this gap, or `nil`.
  public var advice: Phrase? {
    switch self {
    case .notSyncedInTime: Phrase("Devices store data for a week. Sync more often.")
    case .notSyncedYet: Phrase("Keep the device nearby and sync it.")
    case .measuringOff: Phrase("Turn on the measurement in the device's settings.")
    case .notWorn, .charging, .notSupported, .unknown: nil
    }
  }
}
