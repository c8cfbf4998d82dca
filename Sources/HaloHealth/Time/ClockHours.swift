/// The format in which times of day are shown.
public enum ClockHours: String, Sendable, Codable, CaseIterable {
  /// 13:30.
  case twentyFour = "24"
  /// 1:30 pm.
  case twelve = "12"
}
