import ArgumentParser
import HaloBluetooth
import HaloWearables

/// `halo find`: the ring shows itself.
struct FindCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "find",
    abstract: "Let a ring blink, to find it.",
    discussion: """
      EXAMPLES:
        halo find --radio simulated

      EXIT STATUS: 0; 69 where no ring was found, or its firmware cannot blink at a wish.
      """)

  @OptionGroup var ring: RingOptions

  func run() async throws {
    let (name, rssi) = try await ring.withRing(for: "find") { driver, advertisement in
      try await driver.showItself()
      return (advertisement.label, advertisement.rssi)
    }
    let strength = rssi.map {
      " Its signal is \($0 > -55 ? "strong, it is near" : $0 > -75 ? "fair, as in the same room" : "weak, it is further off") (\($0) dBm)."
    }
    try StandardOutput.write(
      text: "\(Words.printable(name)) blinks for about ten seconds now.\(strength ?? "")\n")
  }
}
