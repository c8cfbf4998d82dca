/// `halo settings goals`: changes the goals stored on a ring.
struct GoalsCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "goals", abstract: "Set the daily goals on a ring; omitted goals are not changed.",
    discussion: "EXIT STATUS: 0; 69 if no ring was found, its firmware has no goals, or it did not store them.")

  @Option(help: "The step goal.")
  var steps: Int?
  @Option(help: "The energy goal, in kilocalories.")
  var kilocalories: Int?
  @Option(help: "The distance goal, in meters.")
  var meters: Int?
  @Option(help: ArgumentHelp("The sport goal, in minutes.", valueName: "minutes"))
  var sport: Int?
  @Option(help: ArgumentHelp("The sleep goal, in minutes.", valueName: "minutes"))
  var sleep: Int?

  @OptionGroup var ring: DeviceOptions

  func validate() throws {
    // The limits are those of the three-byte and two-byte fields; the energy field is in calories (1/1000 kcal).
    for (name, value, most) in [
      ("--steps", steps, 0xFF_FFFF), ("--kilocalories", kilocalories, 16_777), ("--meters", meters, 0xFF_FFFF),
      ("--sport", sport, 1440), ("--sleep", sleep, 1440),
    ] {
      try check(name, value, within: 0...most)
    }
  }

  func run() async throws {
    let actual = try await ring.withDevice(
      .ring, as: { $0 as? any ProfileConfigurable }, Phrase("goals")
    ) { driver, advertisement, _ in
      guard var goals = try await driver.goals() else {
        throw ConfigurableError.unsupported(device: advertisement.label, what: Phrase("goals"))
      }
      goals.steps = steps ?? goals.steps
      goals.kilocalories = kilocalories ?? goals.kilocalories
      goals.meters = meters ?? goals.meters
      goals.sportMinutes = sport ?? goals.sportMinutes
      goals.sleepMinutes = sleep ?? goals.sleepMinutes
      return try await driver.setGoals(goals)
    }
    try RingSettingsOutput.write(RingSettingsOutput.rows(actual))
  }
}
