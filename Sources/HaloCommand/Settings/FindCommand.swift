import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo find`: a ring blinks, a watch vibrates.
struct FindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Let a ring blink, or a watch vibrate, to find it.",
    discussion: """
      EXAMPLES:
        halo find --radio simulated
        halo find --radio simulated --scene watch

      EXIT STATUS: 0; 69 if no ring and no watch was found, or its firmware cannot show itself at a wish.
      """)

  @OptionGroup var ring: RingOptions

  func run() async throws {
    let (name, rssi, isWatch) = try await ring.withKept(.days, for: "find", work: Showing())
    let action =
      isWatch ? Phrase("\(name) vibrates now.") : Phrase("\(name) blinks for about ten seconds now.")
    let strength = rssi.map { rssi in
      switch rssi {
      case (-54)...: Phrase("Its signal is strong, it is near (\(String(rssi)) dBm).")
      case (-74)...: Phrase("Its signal is fair, as in the same room (\(String(rssi)) dBm).")
      default: Phrase("Its signal is weak, it is further off (\(String(rssi)) dBm).")
      }
    }
    try StandardOutput.write(Phrase.sentences([action, strength].compactMap(\.self)) ?? action)
  }
}

/// Lets a device show itself.
private struct Showing: DeviceWork {
  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> (name: String, rssi: Int?, isWatch: Bool) {
    try await session.persistently(progress: { 0 }) { driver in
      guard let device = driver as? any Manageable else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: Phrase("find signal"))
      }
      try await device.showItself()
    }
    return (advertisement.label, advertisement.rssi, Driver.family.kind == .watch)
  }
}
