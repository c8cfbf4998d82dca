import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo factory-reset`: erases a ring after confirmation.
struct FactoryResetCommand: AsyncParsableCommand {
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

  func validate() throws {
    guard yes else {
      throw ValidationError(
        Phrase("This erases the ring and all data that was not synced. Add --yes if you are sure."))
    }
  }

  func run() async throws {
    let name = try await ring.manage(Phrase("factory reset"), for: "factory-reset") { try await $0.factoryReset() }
    try StandardOutput.write(Phrase("\(name) received the factory reset command."))
  }
}
