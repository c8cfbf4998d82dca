/// `halo settings`: shows and changes a ring's automatic measurements, goals and profile.
struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show and change a ring's automatic measurements, goals and profile.",
    discussion: """
      Halo reads every setting back after writing it, and prints the value that the ring reports. A ring's goals are \
      only used on the ring; Halo's own goals are in 'halo profile'.

      EXAMPLES:
        halo settings --radio simulated
        halo settings measure heart-rate --every 10 --radio simulated
        halo settings measure stress --off --radio simulated
        halo settings goals --steps 9000 --radio simulated
        halo settings profile --age 34 --height 171 --weight 63 --radio simulated
        halo settings user-data --birthday 1992-05-17 --weight 63 --stride 75 \\
          --radio simulated --scene watch
        halo settings clock --radio simulated
      """,
    subcommands: [
      ShowSettingsCommand.self, MeasureCommand.self, GoalsCommand.self, RingProfileCommand.self, UserDataCommand.self,
      ClockCommand.self,
    ],
    defaultSubcommand: ShowSettingsCommand.self)
}

/// `halo settings show`.
struct ShowSettingsCommand: AsyncParsableCommand, DaemonForwardable {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the settings (default).",
    discussion: "EXIT STATUS: 0; 69 if no ring was found.")

  @OptionGroup var ring: DeviceOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let settings = try await ring.withDevice(
      .ring, as: { $0 as? any Configurable & ProfileConfigurable }, Phrase("settings")
    ) { driver, _, _ in
      RingSettingsOutput(
        measurements: try await driver.settings(), goals: try await driver.goals(), profile: try await driver.profile())
    }
    try StandardOutput.write(settings, json: json) { settings.text(on: $0) }
  }
}

/// The output of a ring's settings.
struct RingSettingsOutput: Encodable {
  let measurements: [AutomaticMeasurement]
  let goals: DailyGoals?
  let profile: WearerProfile?

  func text(on terminal: Terminal) -> String {
    FactRows.draw(
      measurements.map(Self.row) + (goals.map(Self.rows) ?? []) + (profile.map(Self.rows) ?? []), on: terminal)
  }

  /// Prints settings, one per line.
  static func write(_ rows: [(label: Phrase, value: Phrase)]) throws {
    for (label, value) in rows { try StandardOutput.write(Phrase("\(label): \(value)")) }
  }

  static func row(_ measurement: AutomaticMeasurement) -> (label: Phrase, value: Phrase) {
    (measurement.quantity.phrase, measurement.phrase)
  }

  static func rows(_ goals: DailyGoals) -> [(label: Phrase, value: Phrase)] {
    [
      (Phrase("goal: steps"), "\(goals.steps)"), (Phrase("goal: energy"), Phrase("\(goals.kilocalories) kcal")),
      (Phrase("goal: distance"), MeasureWording.distance(Double(goals.meters))),
      (Phrase("goal: sport"), MeasureWording.duration(minutes: goals.sportMinutes)),
      (Phrase("goal: sleep"), MeasureWording.duration(minutes: goals.sleepMinutes)),
    ]
  }

  static func rows(_ profile: WearerProfile) -> [(label: Phrase, value: Phrase)] {
    [
      (Phrase("wearer"), Phrase("\(profile.gender.phrase), \(profile.age) years")),
      (
        Phrase("height and weight"),
        // measures:allow as the device stores them
        Phrase(verbatim: "\(profile.heightCentimeters) cm, \(profile.weightKilograms) kg")
      ),
      (Phrase("units"), Phrase("\(profile.units.phrase), \(profile.clockHours)-hour clock")),
    ]
  }
}
