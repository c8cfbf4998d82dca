import HaloDaemon
import Foundation
import HaloBluetooth
import HaloJournal

/// Replaces names, addresses and paths in a text such as an error.
struct Anonymizer {
  /// What is replaced, the longest first.
  private let replacements: [(secret: String, word: String)]

  /// An anonymizer of addresses, the folder of the user, the path of a journal, and what the journal has names for.
  init(_ journal: Journal? = nil, path: String? = nil) {
    var replacements = path.map { [($0, "JOURNAL")] } ?? []
    if let home = ProcessVariable.value("HOME"), home.count > 1 { replacements.append((home, "~")) }
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

  /// The text without them.
  func text(_ text: String) -> String {
    var text = text
    for (secret, word) in replacements {
      // Whole words: a wearer is often called "me".
      let pattern = "(?<![\\p{L}\\p{N}])\(NSRegularExpression.escapedPattern(for: secret))(?![\\p{L}\\p{N}])"
      text = text.replacingOccurrences(of: pattern, with: word, options: [.regularExpression, .caseInsensitive])
    }
    return text.replacing(#/(?:[0-9A-Fa-f]{2}[:_\-]){5}[0-9A-Fa-f]{2}/#, with: "ADDRESS")
  }
}

extension RadioReport.Adapter {
  /// The adapter without its address and its name for others.
  var anonymous: Self {
    RadioReport.Adapter(
      name: name, address: "ADDRESS", alias: "REPLACED", isPowered: isPowered, isDiscovering: isDiscovering,
      roles: roles)
  }
}
