public import HaloHealth
public import HaloJournal
public import HaloWearables

/// A belt that was running when the program that had started it terminated unexpectedly, by the last state in the
/// machine's records.
public struct BeltLeftRunning: Sendable, Hashable {
  /// The machine's name.
  public let device: String
  /// Its last speed, in km/h.
  public let speed: Double
  /// The time of that state.
  public let moment: Moment

  /// The belts that were left running in their latest session in the journal, except those that another program
  /// controls now.
  public static func all(in journal: Journal, _ registry: DriverRegistry) throws -> [BeltLeftRunning] {
    try journal.devices().compactMap { device in
      guard let driver = registry.driver(device.family) as? any MachineControlling.Type,
        let session = try journal.lastSession(of: device, receiving: driver.beltCharacteristic), !session.hasEnded,
        !DeviceLock.isHeld(device, journal: journal.path)
      else { return nil }
      let belt = driver.lastBeltState(
        try journal.frames(ofSession: session.id).map(\.frame), of: device.traits)
      guard let belt, belt.wasStarted, belt.speed > 0 else { return nil }
      return BeltLeftRunning(device: device.name, speed: belt.speed, moment: belt.moment)
    }
  }
}
