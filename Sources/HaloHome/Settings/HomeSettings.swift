/// The settings for publishing to home automation.
///
/// Decoding is strict: errors are `DecodingError.dataCorrupted`. Their `codingPath` names the setting (`mqtt.port`), and their
/// `debugDescription` explains the allowed values to the user (`expected a whole number from 1 to 65535.`).
public struct HomeSettings: Codable, Sendable, Hashable {
  /// The broker that receives the states; `nil` for none.
  public var mqtt: MQTTSettings?
  /// The commands that are run, by event.
  public var hooks: [HookName: HookCommand]
  /// The battery level in percent at or below which the battery is low.
  public var batteryLow: Int
  /// The time in hours without contact after which a device counts as lost.
  public var lostAfterHours: Int

  /// Creates settings. By default nothing is published and no command runs.
  public init(
    mqtt: MQTTSettings? = nil, hooks: [HookName: HookCommand] = [:], batteryLow: Int = 15, lostAfterHours: Int = 24
  ) {
    self.mqtt = mqtt
    self.hooks = hooks
    self.batteryLow = batteryLow
    self.lostAfterHours = lostAfterHours
  }

  /// The names of the settings, for readers of a file with other settings too.
  public static let names = ["mqtt", "hooks", "batteryLow", "lostAfterHours"]

  /// Decodes the settings strictly, with default values for missing ones.
  public init(from decoder: any Decoder) throws {
    let settings = try SettingsReader(decoder, allowed: Self.names)
    self.init(
      mqtt: try settings.value("mqtt", Phrase("settings of a broker (at least its host)")),
      hooks: try settings.value("hooks", as: Hooks.self, Phrase("commands by event"))?.commands ?? [:],
      batteryLow: try settings.number("batteryLow", 1...90) ?? 15,
      lostAfterHours: try settings.number("lostAfterHours", 1...720) ?? 24)
  }

  /// The commands by event, in their form in the settings file.
  private struct Hooks: Decodable {
    var commands: [HookName: HookCommand] = [:]

    init(from decoder: any Decoder) throws {
      let settings = try SettingsReader(decoder, allowed: HookName.allCases.map(\.rawValue))
      for name in HookName.allCases {
        commands[name] = try settings.value(
          name.rawValue, Phrase("a command line, or a program and its arguments as a list"))
      }
    }
  }
}
