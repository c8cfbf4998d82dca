/// `halo power-off`: turns a ring off after confirmation.
struct PowerOffCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "power-off",
    abstract: "Turn a ring off.",
    discussion: """
      The ring keeps its data. Some rings only turn on again on their charger, so --yes is required.

      EXAMPLES:
        halo power-off --yes --radio simulated

      EXIT STATUS: 0; 64 without --yes; 69 if no ring was found.
      """)

  @OptionGroup var ring: DeviceOptions

  @Flag(help: "Confirm.")
  var yes = false

  private var order: ActionOrder { ActionOrder(id: "power-off", isConfirmed: yes) }

  func validate() throws { try order.validate() }

  func run() async throws { try StandardOutput.write(try await ring.perform(order).words) }
}
