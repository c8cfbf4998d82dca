/// Asleep or awake.
public enum SleepWake: String, Sendable, CaseIterable {
  case wake, sleep
}
