/// A belt that Halo started and has not seen stop, although no program controls it now: the program was killed, or lost
/// the link.
public struct BeltLeftRunning: Sendable, Hashable {
  /// The machine's name.
  public let device: String
  /// Its last speed, in km/h; `nil` if it reported none since it was started.
  public let speed: Double?
  /// The time of the newest evidence that it runs.
  public let moment: Moment

  /// The belts that run by the newest evidence in the journal, except those that another program controls now.
  public static func all(in journal: Journal, _ registry: DriverRegistry) throws -> [BeltLeftRunning] {
    try journal.devices().compactMap { device in
      guard let driver = registry.driver(device.family) as? any MachineControlling.Type,
        // A bike has a control point too.
        try !journal.sessions(of: device, exchanging: Array(driver.beltCharacteristics.prefix(1))).isEmpty,
        !DeviceLock.isHeld(device, journal: journal.path)
      else { return nil }
      var sessions: [[RecordedFrame]] = []
      for session in try journal.sessions(of: device, exchanging: driver.beltCharacteristics) {
        sessions.insert(try journal.frames(ofSession: session).map(\.frame), at: 0)
        guard let belt = driver.lastBeltState(sessions, of: device.traits) else { continue }
        return belt.isLeftRunning
          ? BeltLeftRunning(device: device.name, speed: belt.speed, moment: belt.moment) : nil
      }
      return nil
    }
  }
}
