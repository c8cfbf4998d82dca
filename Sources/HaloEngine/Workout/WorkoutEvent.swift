public import HaloWearables

/// What happens while a workout is recorded.
public enum WorkoutEvent: Sendable {
  /// What the machine measures.
  case record(MachineRecord)
  /// What the strap or ring measures.
  case heartRate(LiveReading)
  /// How the link with a device comes and goes.
  case link(device: String, LinkEvent)
  /// A device was given up for the moment; it is looked for again while the workout goes on.
  case lost(device: String, any Error)
}
