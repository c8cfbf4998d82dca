extension NightOutcome {
  /// The status of the night's data, as a sentence.
  public var sentence: Phrase {
    switch self {
    case .recorded: Phrase("The night was recorded.")
    case .wornInPart: Phrase("The device was worn for only part of the night. There may have been more sleep.")
    case .wornWithoutSleep: Phrase("The device was worn, but recorded no sleep.")
    case .napsAlone: Phrase("Only naps were recorded, no main sleep.")
    case .notWorn: Phrase("The device was not worn.")
    case .charging: Phrase("The device was charging and not worn.")
    case .empty: Phrase("No data: the device's battery was empty.")
    case .notSyncedYet: Phrase("This night has not been synced yet.")
    case .lost: Phrase("This night is lost. The device was synced too late and had already deleted it.")
    case .notImported: Phrase("Nothing that was imported has sleep of this night.")
    case .inBedAlone: Phrase("Only the time in bed was reported, no sleep.")
    case .notOver: Phrase("This night is not over yet.")
    case .doubtful:
      Phrase("A sleep was recorded, but its time is uncertain: the device's clock was wrong or was set back.")
    case .unknown: Phrase("There is no sleep data for this night.")
    }
  }
}
