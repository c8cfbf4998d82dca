import ArgumentParser
import HaloBluetooth
import HaloReports
import HaloWearables

/// `halo settings goals`: what the wearer wants to reach.
struct GoalsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "goals", abstract: "Say what you want to reach a day. What is left out stays as it is.",
    discussion: "EXIT STATUS: 0; 69 if no ring was found, its firmware has no goals, or it keeps others.")

  @Option(help: "Steps.")
  var steps: Int?
  @Option(help: "Energy in kilocalories.")
  var kilocalories: Int?
  @Option(help: "Distance in metres.")
  var meters: Int?
  @Option(help: ArgumentHelp("Minutes of sport.", valueName: "minutes"))
  var sport: Int?
  @Option(help: ArgumentHelp("Minutes of sleep.", valueName: "minutes"))
  var sleep: Int?

  @OptionGroup var ring: RingOptions

  func validate() throws {
    // What three and two bytes hold; energy goes over the air in small calories.
    for (name, value, most) in [
      ("--steps", steps, 0xFF_FFFF), ("--kilocalories", kilocalories, 16_777), ("--meters", meters, 0xFF_FFFF),
      ("--sport", sport, 1440), ("--sleep", sleep, 1440),
    ] {
      if let value, !(0...most).contains(value) { throw ValidationError(Phrase("\(name) is 0 to \(String(most)).")) }
    }
  }

  func run() async throws {
    let wish = self
    let actual = try await ring.withRing(as: { $0 as? any Personal }, Phrase("goals"), for: "settings") {
      driver, advertisement, _ in
      guard var goals = try await driver.goals() else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: Phrase("goals"))
      }
      goals.steps = wish.steps ?? goals.steps
      goals.kilocalories = wish.kilocalories ?? goals.kilocalories
      goals.meters = wish.meters ?? goals.meters
      goals.sportMinutes = wish.sport ?? goals.sportMinutes
      goals.sleepMinutes = wish.sleep ?? goals.sleepMinutes
      return try await driver.setGoals(goals)
    }
    try RingSettingsOutput.write(RingSettingsOutput.rows(actual))
  }
}
