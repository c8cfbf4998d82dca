/// An event during the recording of a workout.
public enum WorkoutEvent: Sendable {
  /// A record of the machine.
  case record(MachineRecord)
  /// A reading of the strap or ring.
  case heartRate(LiveReading)
  /// A change of a device's connection.
  case link(device: String, LinkEvent)
  /// A device was lost; it is searched for while the workout continues.
  case lost(device: String, any Error)
  /// A device refused the bond that it requires; the workout goes on without it.
  case refused(device: String, any Error)

  /// The device whose connection changed; `nil` for measurements.
  public var linkedDevice: String? {
    switch self {
    case .record, .heartRate: nil
    case .link(let device, _), .lost(let device, _), .refused(let device, _): device
    }
  }
}
