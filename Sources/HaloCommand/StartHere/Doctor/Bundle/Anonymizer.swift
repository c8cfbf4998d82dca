import HaloDaemon
import Foundation

/// Replaces names, addresses and paths in a text, such as an error message.
struct Anonymizer {
  /// The texts to replace, the longest first.
  private let replacements: [(secret: String, word: String)]

  /// Creates an anonymizer for addresses, the home folder, the journal's path, and the names in the journal.
  init(_ journal: Journal? = nil, path: String? = nil) {
    var replacements = path.map { [($0, "JOURNAL")] } ?? []
    if let home = EnvironmentVariable.value("HOME"), home.count > 1 { replacements.append((home, "~")) }
    if let journal {
      for device in (try? journal.allDevices()) ?? [] {
        replacements += [device.name, device.identifier.text, device.advertisedName].compactMap(\.self).map {
          ($0, "DEVICE")
        }
        replacements.append((device.wearer, "WEARER"))
      }
      replacements += ((try? journal.wearers()) ?? []).map { ($0, "WEARER") }
    }
    self.replacements = replacements.filter { !$0.0.isEmpty }.sorted { ($0.0.count, $1.0) > ($1.0.count, $0.0) }
  }

  /// Returns the text with names, addresses and paths replaced.
  func text(_ text: String) -> String {
    var text = text
    for (secret, word) in replacements {
      // Match whole words only: a wearer is often called "me".
      let pattern = "(?<![\\p{L}\\p{N}])\(NSRegularExpression.escapedPattern(for: secret))(?![\\p{L}\\p{N}])"
      text = text.replacingOccurrences(of: pattern, with: word, options: [.regularExpression, .caseInsensitive])
    }
    return text.replacing(#/(?:[0-9A-Fa-f]{2}[:_\-]){5}[0-9A-Fa-f]{2}/#, with: "ADDRESS")
  }
}

extension RadioReport.Adapter {
  /// The adapter without its address and alias.
  var anonymous: Self {
    RadioReport.Adapter(
      name: name, address: "ADDRESS", alias: "REPLACED", isPowered: isPowered, isDiscovering: isDiscovering,
      roles: roles)
  }
}
