extension SleepStage {
  /// The display name.
  public var title: Phrase {
    switch self {
    case .awake: Phrase("Awake")
    case .rem: Phrase("REM")
    case .light: Phrase("Light")
    case .deep: Phrase("Deep")
    }
  }
}
