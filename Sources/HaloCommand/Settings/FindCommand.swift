import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo find`: makes a ring blink or a watch vibrate.
struct FindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Make a ring blink or a watch vibrate, to find it.",
    discussion: """
      EXAMPLES:
        halo find --radio simulated
        halo find --radio simulated --scene watch

      EXIT STATUS: 0; 69 if no ring or watch was found, or its firmware does not support this.
      """)

  @OptionGroup var ring: DeviceOptions

  func run() async throws {
    let (name, rssi, isWatch) = try await ring.withRecordedDevice(.days, for: "find", work: FindWork())
    let action =
      isWatch ? Phrase("\(name) is vibrating.") : Phrase("\(name) is blinking for about ten seconds.")
    let strength = rssi.map { rssi in
      switch rssi {
      case (-54)...: Phrase("Its signal is strong, so it is close (\(String(rssi)) dBm).")
      case (-74)...: Phrase("Its signal is fair, so it is probably in the same room (\(String(rssi)) dBm).")
      default: Phrase("Its signal is weak, so it is further away (\(String(rssi)) dBm).")
      }
    }
    try StandardOutput.write(Phrase.sentences([action, strength].compactMap(\.self)) ?? action)
  }
}

/// Makes a device blink or vibrate.
private struct FindWork: DeviceWork {
  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> (name: String, rssi: Int?, isWatch: Bool) {
    try await session.withReconnection(progress: { 0 }) { driver in
      guard let device = driver as? any Manageable else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: Phrase("find signal"))
      }
      try await device.signalLocation()
    }
    return (advertisement.label, advertisement.rssi, Driver.family.kind == .watch)
  }
}
