import ArgumentParser
import HaloBluetooth
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

      EXIT STATUS: 0; 69 where no ring and no watch was found, or its firmware cannot show itself at a wish.
      """)

  @OptionGroup var ring: RingOptions

  func run() async throws {
    let (name, rssi, isWatch) = try await ring.withKept(.days, for: "find", work: Showing())
    let strength = rssi.map {
      " Its signal is \($0 > -55 ? "strong, it is near" : $0 > -75 ? "fair, as in the same room" : "weak, it is further off") (\($0) dBm)."
    }
    try StandardOutput.write(
      text:
        "\(Words.printable(name)) \(isWatch ? "vibrates" : "blinks for about ten seconds") now.\(strength ?? "")\n")
  }
}

/// Lets a device show itself.
private struct Showing: DeviceWork {
  func run<Driver: MeasuringDriver>(
    _ session: WearableSession<Driver>, _ advertisement: Advertisement, _ environment: DriverEnvironment
  ) async throws -> (name: String, rssi: Int?, isWatch: Bool) {
    try await session.persistently(progress: { 0 }) { driver in
      guard let device = driver as? any Manageable else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: "showing itself")
      }
      try await device.showItself()
    }
    return (advertisement.label, advertisement.rssi, Driver.family.kind == .watch)
  }
}
