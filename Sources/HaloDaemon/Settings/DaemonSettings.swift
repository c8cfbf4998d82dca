package import HaloHome

/// The user's settings for the daemon and for machines.
package struct DaemonSettings: Decodable, Sendable, Hashable {
  /// The interval between two syncs of a device: one minute to a day.
  package var sync: Duration = .seconds(1800)
  /// The limits for machines, from `speedLimit` in km/h and `inclineLimit` in percent.
  package var machineLimits = MachineLimits()
  /// The settings for publishing to home automation. In the file they are on the same level as the others.
  package var home = HomeSettings()

  package init() {}

  private enum Key: String, CodingKey, CaseIterable {
    case sync
    case speedLimit
    case inclineLimit
  }

  /// The names of all settings.
  package static let names = Key.allCases.map(\.stringValue) + HomeSettings.names
  /// The names of the settings that this type reads itself.
  package static let daemonNames = Set(Key.allCases.map(\.stringValue))

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .sync) {
      guard let interval = Self.duration(text), (.minutes(1) ... .hours(24)).contains(interval) else {
        throw Self.error(.sync, container, Phrase("'\(text)' is not a time from 1m to 24h. Write it like 30m."))
      }
      sync = interval
    }
    func limit(_ key: Key, upTo most: Double, _ unit: String) throws -> Double? {
      guard let value = try container.decodeIfPresent(Double.self, forKey: key) else { return nil }
      guard value > 0, value <= most else {
        throw Self.error(key, container, Phrase("expected a number above 0 and up to \(Int(most)), in \(unit)."))
      }
      return value
    }
    // The fastest treadmills run at 40 km/h, and the steepest rise by 40 %: a higher limit is a typo.
    machineLimits = MachineLimits(
      speed: try limit(.speedLimit, upTo: SpeedLimit.highest, "km/h").map { SpeedLimit(kilometersPerHour: $0) }
        ?? .standard,
      inclination: try limit(.inclineLimit, upTo: 40, "%").map { InclinationLimit(percent: $0) } ?? .standard)
  }

  private static func error(
    _ key: Key, _ container: KeyedDecodingContainer<Key>, _ phrase: Phrase
  ) -> DecodingError {
    SettingsReader.error(container.codingPath + [key], phrase)
  }

  /// Parses a duration such as "90s", "30m" or "2h".
  package static func duration(_ text: String) -> Duration? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()), (0...86_400).contains(number)
    else { return nil }
    return .seconds(number * unit)
  }
}
