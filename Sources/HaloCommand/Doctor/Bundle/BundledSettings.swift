import HaloDaemon
import Foundation
import HaloHome

/// The settings of the daemon without names, addresses, paths and secrets: each such value is `REPLACED`, and its key
/// is listed.
struct BundledSettings: Encodable {
  /// An MQTT broker.
  struct Broker: Encodable {
    let port: Int
    let tls: Bool
    let keepAlive: Int
    let send: [String]
    /// The keys whose values were replaced.
    let replaced: [String]
  }

  /// The state of the settings file: `none`, `read`, or `unreadable`.
  let file: String
  let problem: String?
  /// The settings that are kept.
  let values: JSONFields?
  /// The keys whose values were replaced.
  let replaced: [String]
  /// The environment variables of Halo that are set, by name.
  let variables: [String]

  /// Reads the settings file and the names of environment variables.
  init(_ settingsFile: SettingsFile = SettingsFile(nil)) {
    variables = EnvironmentVariable.all.keys.filter { $0.hasPrefix("HALO_") }.sorted()
    guard let settings = try? settingsFile.read() else {
      file = "unreadable"
      // The error may quote the file, so it is not included.
      problem = "The settings file cannot be read or is invalid. 'halo daemon' reports the position."
      (values, replaced) = (nil, [])
      return
    }
    file = FileManager.default.fileExists(atPath: settingsFile.path) ? "read" : "none"
    problem = nil
    let hooks = settings.home.hooks.keys.map(\.rawValue)
    let broker = settings.home.mqtt.map(Broker.init)
    values = [
      "sync": settings.sync.components.seconds, "speedLimit": settings.machineLimits.speed.kilometersPerHour,
      "inclineLimit": settings.machineLimits.inclination.percent, "batteryLow": settings.home.batteryLow,
      "lostAfterHours": settings.home.lostAfterHours,
      "hooks": Dictionary(uniqueKeysWithValues: hooks.map { ($0, "REPLACED") }), "mqtt": broker,
    ]
    replaced = ((broker?.replaced.map { "mqtt.\($0)" } ?? []) + hooks.map { "hooks.\($0)" }).sorted()
  }
}

extension BundledSettings.Broker {
  init(_ settings: MQTTSettings) {
    port = settings.port
    tls = settings.tls != nil
    keepAlive = settings.keepAlive
    send = settings.send.map(\.rawValue).sorted()
    let standard = MQTTSettings(host: "")
    let texts: [(String, String?)] = [
      ("host", settings.host), ("username", settings.username), ("password", settings.password),
      ("passwordFile", settings.passwordFile), ("clientID", settings.clientID), ("tls.caFile", settings.tls?.caFile),
      ("tls.certificate", settings.tls?.certificate), ("tls.key", settings.tls?.key),
      ("topicPrefix", settings.topicPrefix == standard.topicPrefix ? nil : settings.topicPrefix),
      ("discoveryPrefix", settings.discoveryPrefix == standard.discoveryPrefix ? nil : settings.discoveryPrefix),
    ]
    replaced = texts.filter { $0.1 != nil }.map(\.0)
  }
}
