/// A stage of sleep.
public enum SleepStage: String, Sendable, Codable, CaseIterable {
  /// Awake between sleep onset and getting up.
  case awake
  /// Rapid-eye-movement sleep.
  case rem
  /// Light sleep (N1 and N2).
  case light
  /// Deep sleep (N3).
  case deep
}
