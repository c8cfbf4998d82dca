import HaloBluetooth
package import HaloEngine
import HaloHealth
import HaloJournal
package import HaloText

/// How a daemon is, and what it does.
package struct DaemonStatus: Codable, Sendable, Hashable {
  /// A device that it keeps synced.
  package struct Device: Codable, Sendable, Hashable {
    package let name: String
    package let identifier: String
    package let wearer: String
    /// searching, connecting, syncing, waiting, lent, or radio-off and the like.
    package let state: String
    /// The same for people.
    package let words: String
    /// When it was last synced without anything missing, by this daemon: ISO 8601.
    package let lastSync: String?
    /// What went wrong last.
    package let problem: String?
  }

  /// A command that it runs for somebody.
  package struct Command: Codable, Sendable, Hashable {
    package let process: Int32
    package let arguments: [String]
    /// Since when: ISO 8601.
    package let since: String
    package let isBackground: Bool
  }

  package let version: String
  package let process: Int32
  package let journal: String
  package let devices: [Device]
  package let commands: [Command]
}

extension DaemonStatus.Device {
  /// What the daemon does with the device, in words for the person who asks: ``words`` are the daemon's.
  package var phrase: Phrase {
    let parts = words.split(separator: " ").map(String.init)
    switch state {
    case "searching": return Phrase("searching")
    case "connecting": return Phrase("connecting")
    case "syncing" where parts.count == 4: return Phrase("syncing, \(parts[1]) of \(parts[3])")
    case "waiting" where parts.count == 3: return Phrase("waiting until \(parts[2])")
    case "lent": return Phrase("in use by another command")
    case "radio-off": return Phrase("waiting for Bluetooth")
    default: return Phrase(verbatim: words)
    }
  }
  package init(_ status: Supervisor.Status) {
    name = status.device.name
    identifier = status.device.identifier.text
    wearer = status.device.wearer
    state =
      switch status.state {
      case .searching: "searching"
      case .connecting: "connecting"
      case .syncing: "syncing"
      case .waiting: "waiting"
      case .lent: "lent"
      case .radio: "radio-off"
      }
    words = status.state.words
    lastSync = status.lastSync.map { "\($0)" }
    problem = status.problem?.english
  }
}
