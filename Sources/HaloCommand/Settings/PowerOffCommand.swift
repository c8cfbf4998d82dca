import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo power-off`: turns a ring off after confirmation.
struct PowerOffCommand: AsyncParsableCommand {
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

  func validate() throws {
    guard yes else {
      throw ValidationError(
        Phrase("This turns the ring off. Some rings only turn on again on their charger. Add --yes if you are sure."))
    }
  }

  func run() async throws {
    let name = try await ring.manage(Phrase("power-off"), for: "power-off") { try await $0.powerOff() }
    try StandardOutput.write(
      Phrase("\(name) received the power-off command. Put it on its charger to turn it on again."))
  }
}
