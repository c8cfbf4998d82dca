public import HaloHealth

extension GapReason {
  /// The reason as a sentence.
  public var sentence: Phrase {
    switch self {
    case .notSyncedInTime: Phrase("It was not synced in time: the device no longer has it.")
    case .notSyncedYet: Phrase("It has not been synced since.")
    case .notWorn: Phrase("The device was not worn.")
    case .charging: Phrase("The device was charging, or its battery was empty.")
    case .measuringOff: Phrase("The device was set not to measure it.")
    case .notSupported: Phrase("The device does not measure it.")
    case .unknown: Phrase("The device was not worn, was charging, or measured nothing.")
    }
  }

  /// What to do so that it is not missing the next time; `nil` if there is nothing.
  public var advice: Phrase? {
    switch self {
    case .notSyncedInTime: Phrase("Devices keep a week: sync more often.")
    case .notSyncedYet: Phrase("Keep the device near, and sync it.")
    case .measuringOff: Phrase("Switch its measurements on in the device's settings.")
    case .notWorn, .charging, .notSupported, .unknown: nil
    }
  }
}
