/// `halo info`: prints a device's identity and capabilities.
struct InfoCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Show the model and capabilities of a ring, watch, heart-rate monitor or fitness machine.",
    discussion: """
      For a ring, watch or monitor: model, firmware, battery and measured quantities. For a machine: its kind, \
      measured quantities, and the range and step of each control. Without --device, Halo reads the ring, watch or \
      monitor with the strongest signal, otherwise the machine with the strongest signal.

      EXAMPLES:
        halo info
        halo info --radio simulated
        halo info --radio simulated --device "COLMI R12_0001" --json
        halo info --radio simulated --scene gym
        halo info --radio simulated --scene gym --device "Treadmill 7"
        halo info --radio simulated --scene watch

      EXIT STATUS: 0; 69 if no device was found or the radio cannot be used.
      """)

  @OptionGroup var ring: DeviceOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let journal = try ring.journalIfExists()
    let info = try await ring.withDevice(.any, journal: journal, purpose: "info") { contact in
      func ask<Driver: SessionReading>(_: Driver.Type) async throws -> DeviceInfo {
        try await contact.run(Driver.self) { session, seen, _ in
          try await session.withReconnection(progress: { 0 }) { try await DeviceInfo($0, seen) }
        }
      }
      return try await ask(contact.driver())
    }
    try StandardOutput.write(info.fields, json: json) { info.text(on: $0) }
  }
}
