public import HaloInsights

extension NightAccount {
  /// The state of the night's record, as a sentence.
  public var sentence: Phrase {
    switch self {
    case .recorded: Phrase("The night was recorded.")
    case .wornInPart: Phrase("The device was worn for part of the night only: there may have been more sleep.")
    case .wornWithoutSleep: Phrase("The device was worn, but saw no sleep.")
    case .napsAlone: Phrase("No main sleep was seen, only naps.")
    case .notWorn: Phrase("The device was not worn.")
    case .charging: Phrase("The device was not worn: it was charging.")
    case .empty: Phrase("Nothing was measured: the device's battery was empty.")
    case .notSyncedYet: Phrase("This night has not been synced yet.")
    case .lost: Phrase("This night is lost: it was synced too late, and the device no longer had it.")
    case .notImported: Phrase("The imported files do not contain this night.")
    case .notOver: Phrase("This night is not over yet.")
    case .doubtful:
      Phrase("A sleep was recorded, but its time is doubtful: the device's clock was wrong, or showed it twice.")
    case .unknown: Phrase("No sleep of this night is known.")
    }
  }
}
