import Synchronization

/// The machines in use. A machine's screen and a workout share its controller, so that a stop that is pending outlives
/// the screen.
final class MachineHub: Sendable {
  /// An event of a machine.
  enum Event: Sendable {
    /// An event of its connection, or a measurement.
    case workout(WorkoutEvent)
    /// A change of its control.
    case control(TreadmillController.Event)
  }

  /// A machine in use.
  final class Machine: Sendable {
    /// The machine's events.
    let events: Broadcast<Event>
    /// Controls the machine over its connections.
    let treadmill: TreadmillController

    init() {
      let events = Broadcast<Event>(bufferingPolicy: .bufferingNewest(100))
      self.events = events
      treadmill = TreadmillController { events.send(.control($0)) }
    }
  }

  private let machines = Mutex<[DeviceID: Machine]>([:])

  /// The machine with an identifier.
  subscript(device: DeviceID) -> Machine {
    machines.withLock { machines in
      let machine = machines[device] ?? Machine()
      machines[device] = machine
      return machine
    }
  }
}
