/// An event that a machine reports.
public enum MachineEvent: Sendable, Hashable {
  /// A record of measured values.
  case record(MachineRecord)
  /// A record of another kind's data, which some machines send beside their own.
  case sideRecord(MachineRecord)
  /// The machine was started or resumed.
  case started
  /// The machine was paused.
  case paused
  /// The machine was stopped.
  case stopped
  /// The safety key was pulled.
  case safetyKeyPulled
  /// The machine no longer accepts control by Halo.
  case controlLost
}
