/// An event that a machine reports, or that the driver concludes from its reports.
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
  /// The belt settled at this speed in km/h, which was set at the machine.
  case speedSetAtMachine(Double)
  /// The belt does not reach the commanded speed, probably because of its unit. It still runs.
  case otherUnit(MachineError)
  /// Halo stops the belt because of the error, and refuses further commands.
  case halted(MachineError)
}

extension MachineEvent {
  /// The message about a running belt for a person with this limit; `nil` for other events.
  public func notice(_ limit: SpeedLimit) -> Phrase? {
    switch self {
    case .speedSetAtMachine(let speed) where speed > limit.kilometersPerHour:
      Phrase(
        """
        \(TargetRefusal.number(speed)) km/h was set at the machine, above your limit of \
        \(TargetRefusal.number(limit.kilometersPerHour)) km/h.
        """)
    case .speedSetAtMachine(let speed): Phrase("\(TargetRefusal.number(speed)) km/h was set at the machine.")
    case .otherUnit(let error): error.phrase
    default: nil
    }
  }

  /// The event in a sentence, for a person with this limit; `nil` for measurements.
  public func words(_ limit: SpeedLimit) -> Phrase? {
    switch self {
    case .started: Phrase("Started.")
    case .paused: Phrase("Paused.")
    case .stopped: Phrase("Stopped.")
    case .safetyKeyPulled: Phrase("The safety key was pulled.")
    case .controlLost: Phrase("Control was taken away.")
    case .halted: Phrase("Stopping …")
    case .record, .sideRecord, .speedSetAtMachine, .otherUnit: notice(limit)
    }
  }
}
