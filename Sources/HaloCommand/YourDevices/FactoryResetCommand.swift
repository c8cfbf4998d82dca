/// `halo factory-reset`: erases a ring after confirmation.
struct FactoryResetCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "factory-reset",
    abstract: "Erase a ring and its settings.",
    discussion: """
      Data that was not synced is lost, so run 'halo sync' first.

      EXAMPLES:
        halo factory-reset --yes --radio simulated

      EXIT STATUS: 0; 64 without --yes; 69 if no ring was found.
      """)

  @OptionGroup var ring: DeviceOptions

  @Flag(help: "Confirm.")
  var yes = false

  private var order: ActionOrder { ActionOrder(id: "factory-reset", isConfirmed: yes) }

  func validate() throws { try order.validate() }

  func run() async throws { try StandardOutput.write(try await ring.perform(order, on: .ring).words) }
}
