/// What a machine reports.
public enum MachineEvent: Sendable, Hashable {
  /// What it measures.
  case record(MachineRecord)
  /// It was started, or goes on.
  case started
  /// It was paused.
  case paused
  /// It was stopped.
  case stopped
  /// Its safety key was pulled.
  case safetyKeyPulled
  /// It does not let itself be controlled any more.
  case controlLost
}
