import ArgumentParser
import HaloWearables

/// `halo settings`: what a ring does by itself, and what it knows of its wearer.
struct SettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "settings",
    abstract: "Show and change what a ring measures by itself, its goals, and what it knows of you.",
    discussion: """
      Everything that is written is read back: what is printed is what the ring says it is now. A ring's own goals are used on the ring       only; yours are in 'halo profile'.

      EXAMPLES:
        halo settings --radio simulated
        halo settings measure heart-rate --every 10 --radio simulated
        halo settings measure stress --off --radio simulated
        halo settings goals --steps 9000 --radio simulated
        halo settings profile --age 34 --height 171 --weight 63 --radio simulated
        halo settings user-data --birthday 1992-05-17 --weight 63 --stride 75 --radio simulated --scene watch
        halo settings clock --radio simulated
      """,
    subcommands: [
      ShowSettingsCommand.self, MeasureCommand.self, GoalsCommand.self, RingProfileCommand.self, UserDataCommand.self,
      ClockCommand.self,
    ],
    defaultSubcommand: ShowSettingsCommand.self)
}

/// `halo settings show`.
struct ShowSettingsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show the settings (default).",
    discussion: "EXIT STATUS: 0; 69 where no ring was found.")

  @OptionGroup var ring: RingOptions

  @Flag(help: "Print a JSON object.")
  var json = false

  func run() async throws {
    let settings = try await ring.withRing(
      as: { $0 as? any Configurable & Personal }, "settings", for: "settings"
    ) { driver, _, _ in
      RingSettingsOutput(
        measurements: try await driver.settings(), goals: try await driver.goals(), profile: try await driver.profile())
    }
    if json {
      try StandardOutput.write(json: settings)
    } else {
      try StandardOutput.write(text: settings.text(on: Terminal.current()))
    }
  }
}

/// The settings of a ring as they are printed.
struct RingSettingsOutput: Encodable {
  let measurements: [AutomaticMeasurement]
  let goals: DailyGoals?
  let profile: WearerProfile?

  func text(on terminal: Terminal) -> String {
    let rows =
      measurements.map { ($0.quantity.words, $0.words) } + (goals.map(Self.rows) ?? []) + (profile.map(Self.rows) ?? [])
    let width = (rows.map(\.0.count).max() ?? 0) + 2
    return rows.map { label, value in
      terminal.paint(label + String(repeating: " ", count: width - label.count), .faint) + value + "\n"
    }.joined()
  }

  static func rows(_ goals: DailyGoals) -> [(String, String)] {
    [
      ("goal: steps", Words.grouped(goals.steps)), ("goal: energy", "\(Words.grouped(goals.kilocalories)) kcal"),
      ("goal: distance", Words.distance(goals.meters)), ("goal: sport", Words.duration(goals.sportMinutes)),
      ("goal: sleep", Words.duration(goals.sleepMinutes)),
    ]
  }

  static func rows(_ profile: WearerProfile) -> [(String, String)] {
    [
      ("wearer", "\(profile.gender.rawValue), \(profile.age) years"),
      ("height and weight", "\(profile.heightCentimeters) cm, \(profile.weightKilograms) kg"),
      ("units", "\(profile.units.rawValue), clock of \(profile.clockHours) hours"),
    ]
  }
}
