/// `halo find`: makes a ring blink or a watch vibrate.
struct FindCommand: AsyncParsableCommand, DaemonForwardable {
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
    let (action, device, _) = try await ring.perform(ActionOrder(id: "find"))
    let strength = device.rssi.map { rssi in
      switch rssi {
      case (-54)...: Phrase("Its signal is strong, so it is close (\(String(rssi)) dBm).")
      case (-74)...: Phrase("Its signal is fair, so it is probably in the same room (\(String(rssi)) dBm).")
      default: Phrase("Its signal is weak, so it is further away (\(String(rssi)) dBm).")
      }
    }
    try StandardOutput.write(Phrase.sentences([action, strength].compactMap(\.self)) ?? action)
  }
}
