public import HaloHealth

extension SleepStage {
  /// What it is called on a screen.
  public var title: Phrase {
    switch self {
    case .awake: Phrase("Awake")
    case .rem: Phrase("REM")
    case .light: Phrase("Light")
    case .deep: Phrase("Deep")
    }
  }
}
