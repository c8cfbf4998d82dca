import HaloDaemon
import Foundation
import HaloHome

/// The settings of the daemon for the bundle, without names, addresses, paths and secrets: each such value is
/// `REPLACED`, and its key is listed.
enum BundledSettings {
  /// Reads the settings file and the names of Halo's environment variables.
  static func fields(_ settingsFile: SettingsFile = SettingsFile(nil)) -> JSONFields {
    let variables = EnvironmentVariable.all.keys.filter { $0.hasPrefix("HALO_") }.sorted()
    guard let settings = try? settingsFile.read() else {
      return [
        "file": "unreadable",
        // The error may quote the file, so it is not included.
        "problem": "The settings file cannot be read or is invalid. 'halo daemon' reports the position.",
        "replaced": [String](), "variables": variables,
      ]
    }
    let hooks = settings.home.hooks.keys.map(\.rawValue)
    let values: JSONFields = [
      "sync": settings.sync.components.seconds, "speedLimit": settings.machineLimits.speed.kilometersPerHour,
      "inclineLimit": settings.machineLimits.inclination.percent, "batteryLow": settings.home.batteryLow,
      "lostAfterHours": settings.home.lostAfterHours,
      "hooks": Dictionary(uniqueKeysWithValues: hooks.map { ($0, "REPLACED") }), "mqtt": settings.home.mqtt?.fields,
    ]
    let replaced = (settings.home.mqtt?.replaced.map { "mqtt.\($0)" } ?? []) + hooks.map { "hooks.\($0)" }
    return [
      "file": FileManager.default.fileExists(atPath: settingsFile.path) ? "read" : "none", "values": values,
      "replaced": replaced.sorted(), "variables": variables,
    ]
  }
}

extension MQTTSettings {
  fileprivate var fields: JSONFields {
    [
      "port": port, "tls": tls != nil, "keepAlive": keepAlive, "send": send.map(\.rawValue).sorted(),
      "replaced": replaced,
    ]
  }

  /// The keys whose values are replaced.
  fileprivate var replaced: [String] {
    let standard = MQTTSettings(host: "")
    let texts: [(String, String?)] = [
      ("host", host), ("username", username), ("password", password), ("passwordFile", passwordFile),
      ("clientID", clientID), ("tls.caFile", tls?.caFile), ("tls.certificate", tls?.certificate), ("tls.key", tls?.key),
      ("topicPrefix", topicPrefix == standard.topicPrefix ? nil : topicPrefix),
      ("discoveryPrefix", discoveryPrefix == standard.discoveryPrefix ? nil : discoveryPrefix),
    ]
    return texts.filter { $0.1 != nil }.map(\.0)
  }
}
